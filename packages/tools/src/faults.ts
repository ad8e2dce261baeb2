import { boundText, quote } from "./bound-text.js";

export type Path = (string | number)[];

export type FaultKind = "shape" | "limit";

const maximumFaults = 20;

/** What is wrong with a value, each fault with its place, up to a number that a model can read. */
export class Faults {
  private readonly texts: string[] = [];
  private readonly places = new Map<string, { readonly problem: string; readonly kind: FaultKind }>();

  /** How the message calls the whole value, and a part of it. */
  constructor(
    private readonly whole = "arguments",
    private readonly part = "argument",
  ) {}

  get empty(): boolean {
    return this.texts.length === 0;
  }

  /** Nothing more will be listed, so that a walk over hostile data may stop. */
  get full(): boolean {
    return this.texts.length > maximumFaults;
  }

  /**
   * Adds the first fault of a place. `problem` reads on from its name: `must be an integer, got string`. `shape` says
   * that the value is missing, of another type or none of the values there are.
   */
  add(path: readonly (string | number)[], problem: string, kind: FaultKind = "shape"): void {
    if (this.full) return;
    const place = pathText(path);
    if (this.places.has(place)) return;
    this.places.set(place, { problem, kind });
    const name = path.length === 0 ? this.whole : `${this.part} ${quote(place)}`;
    this.texts.push(`${name} ${boundText(problem, 1_000)}`);
  }

  /** What is wrong with the shape of the value at this place. */
  shapeFaultAt(path: readonly (string | number)[]): string | undefined {
    const fault = this.places.get(pathText(path));
    return fault?.kind === "shape" ? fault.problem : undefined;
  }

  toString(): string {
    const listed = this.texts.slice(0, maximumFaults).join("; ");
    return this.full ? `${listed}; and more` : listed;
  }
}

function pathText(path: readonly (string | number)[]): string {
  let text = "";
  for (const key of path) {
    if (text.length > 200) return text;
    if (typeof key === "number") text += `[${key}]`;
    else text += text === "" ? boundText(key, 60) : `.${boundText(key, 60)}`;
  }
  return text;
}
