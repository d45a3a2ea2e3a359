import { Transform, type Readable, type Writable } from "node:stream";
import { defaultUnsentBytes } from "./held-bytes.ts";

export interface PacedInput {
  /** What a transport reads instead of the input. */
  readonly lines: Readable;
  /** Stops reading, and lets the process end. */
  stop(): void;
}

/** Passes lines of an input on while at most this many bytes of output wait for the client. */
export function pacedInput(
  input: Readable,
  output: Writable,
  maxBytes: number = defaultUnsentBytes,
): PacedInput {
  const lines = new Transform({
    transform(chunk: Buffer, _, done) {
      // oxlint-disable-next-line promise/no-callback-in-promise -- a stream has no other way
      passLines(chunk).then(() => done(), done);
    },
  });
  async function passLines(chunk: Buffer): Promise<void> {
    for (let from = 0; from < chunk.length;) {
      if (output.writableLength > maxBytes) await drained(output);
      const end = chunk.indexOf("\n", from) + 1 || chunk.length;
      lines.push(chunk.subarray(from, end));
      from = end;
    }
  }
  input.once("error", (error) => lines.destroy(error));
  input.pipe(lines);
  return { lines, stop: () => void input.unpipe(lines) };
}

/** A closed output never drains. */
export async function drained(output: Writable): Promise<void> {
  if (output.destroyed) return;
  await new Promise<void>((resolve) => {
    const go = (): void => {
      output.off("drain", go).off("close", go);
      resolve();
    };
    output.once("drain", go).once("close", go);
  });
}
