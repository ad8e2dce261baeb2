import {
  abortedSignal,
  attempt,
  capability,
  expectBytes,
  expectReason,
  expectRejection,
  expectThat,
  patternBytes,
} from "../expectations.js";
import { showValue } from "../show-value.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

const needs = ["readRange"] as const;
const options = { needs, onReadOnly: true } as const;

export const readRangeRequirements: readonly StorageRequirement[] = [
  must(
    "read-range/bytes",
    "readRange gives length bytes from start on, counted from 0.",
    async (context) => {
      const range = capability(context.storage, "readRange");
      for (const [path, bytes] of await context.files()) {
        const middle = Math.floor(bytes.length / 2);
        for (const [start, length] of [
          [0, 1],
          [0, middle],
          [1, middle],
          [middle, bytes.length - middle],
          [0, bytes.length],
        ] as const) {
          const { content } = await range(path, start, length);
          expectBytes(content, bytes.slice(start, start + length), `bytes ${start} to ${start + length} of ${path}`);
        }
      }
    },
    options,
  ),
  must(
    "read-range/end",
    "readRange gives fewer bytes at the end of the file and none past it, however large the numbers are.",
    async (context) => {
      const range = capability(context.storage, "readRange");
      for (const [path, bytes] of await context.files()) {
        const size = bytes.length;
        for (const [start, length] of [
          [Math.max(size - 2, 0), 10],
          [size, 1],
          [size + 100, 5],
          [0, 0],
          [0, 2 ** 40],
          [2 ** 40, 2 ** 40],
          [0, Number.MAX_SAFE_INTEGER],
          [size, 0],
        ] as const) {
          const { content } = await range(path, start, length);
          expectBytes(
            content,
            bytes.slice(start, Math.min(start + length, size)),
            `${length} bytes from ${start} of ${path}, which has ${size},`,
          );
        }
      }
    },
    options,
  ),
  must(
    "read-range/large",
    "readRange finds its place in a large file.",
    async ({ storage }) => {
      const content = patternBytes(3_000_000);
      await storage.writeFile("large.bin", content, "application/octet-stream");
      const range = capability(storage, "readRange");
      for (const [start, length] of [
        [1_500_000, 1000],
        [2_999_990, 100],
        [65_530, 20],
        [1, 2_000_000],
      ] as const) {
        expectBytes(
          (await range("large.bin", start, length)).content,
          content.slice(start, start + length),
          `${length} bytes from ${start}`,
        );
      }
    },
    { needs },
  ),
  must(
    "read-range/metadata",
    "readRange gives the metadata of the whole file, its whole size among them.",
    async (context) => {
      for (const path of (await context.files()).keys()) {
        const whole = (await context.storage.readFile(path)).metadata;
        const { metadata } = await capability(context.storage, "readRange")(path, 1, 2);
        const shown = (value: object) => showValue(Object.fromEntries(Object.entries(value).sort()));
        expectThat(shown(metadata) === shown(whole), `${shown(metadata)}, while readFile says ${shown(whole)}`);
      }
    },
    options,
  ),
  must(
    "read-range/missing",
    "readRange of a file that does not exist rejects with VFS_FILE_NOT_FOUND, also of no bytes.",
    async ({ storage }) => {
      for (const path of ["missing.txt", "no/such/directory/missing.txt"]) {
        for (const length of [1, 0]) {
          await expectRejection(
            () => capability(storage, "readRange")(path, 0, length),
            "VFS_FILE_NOT_FOUND",
            `readRange of ${length} bytes of ${path}`,
          );
        }
      }
    },
    options,
  ),
  must(
    "read-range/numbers",
    "A start or length that is negative or no integer rejects with a TypeError.",
    async (context) => {
      const [path = ""] = (await context.files()).keys();
      const range = capability(context.storage, "readRange");
      for (const [start, length] of [
        [-1, 1],
        [0, -1],
        [0.5, 1],
        [0, 1.5],
        [Number.NaN, 1],
        [0, Number.NaN],
        [Infinity, 1],
        ["0", 1],
        [0, "1"],
      ] as readonly (readonly [unknown, unknown])[]) {
        const result = await attempt(() => range(path, start as number, length as number));
        const told = "error" in result ? result.error : result.value;
        expectThat(
          told instanceof TypeError,
          `readRange from ${showValue(start)}, ${showValue(length)} bytes, gave ${showValue(told)}`,
        );
      }
    },
    options,
  ),
  must(
    "read-range/caller-owns-bytes",
    "The caller owns the bytes of readRange: changing them changes nothing in the store.",
    async (context) => {
      const range = capability(context.storage, "readRange");
      for (const [path, bytes] of await context.files()) {
        (await range(path, 0, bytes.length)).content.fill(0x21);
        expectBytes(
          (await range(path, 0, bytes.length)).content,
          bytes,
          `the content of ${path} on the second reading`,
        );
      }
    },
    options,
  ),
  must(
    "read-range/abort",
    "readRange with an aborted signal rejects with its reason.",
    async (context) => {
      const [path = ""] = (await context.files()).keys();
      const { signal, reason } = abortedSignal();
      await expectReason(() => capability(context.storage, "readRange")(path, 0, 1, { signal }), reason);
    },
    options,
  ),
];
