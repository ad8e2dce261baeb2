/** A list of whole numbers below 2 to the 32nd, for when there may be a million of them. */
export class GrowingNumbers {
  length = 0;
  #numbers = new Uint32Array(1_024);

  push(number: number): void {
    if (this.length === this.#numbers.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.length++] = number;
  }

  /** 0 past the end. */
  at(index: number): number {
    return this.#numbers[index] ?? 0;
  }
}
