import { Transform, type Readable, type Writable } from "node:stream";
import { defaultUnsentBytes } from "./held-bytes.ts";

export interface PacedInput {
  /** What a transport reads instead of the input itself. */
  readonly lines: Readable;
  /** Leaves the input to others, and the process free to end. */
  stop(): void;
}

/** The lines of an input, one by one, while no more than so many bytes of output wait for a client that does not read. */
export function pacedInput(
  input: Readable,
  output: Writable,
  mostBytes: number = defaultUnsentBytes,
): PacedInput {
  const lines = new Transform({
    transform(chunk: Buffer, _, done) {
      // oxlint-disable-next-line promise/no-callback-in-promise -- a stream has no other way
      passLines(chunk).then(() => done(), done);
    },
  });
  async function passLines(chunk: Buffer): Promise<void> {
    for (let from = 0; from < chunk.length;) {
      if (output.writableLength > mostBytes) await drained(output);
      const end = chunk.indexOf("\n", from) + 1 || chunk.length;
      lines.push(chunk.subarray(from, end));
      from = end;
    }
  }
  input.once("error", (error) => lines.destroy(error));
  input.pipe(lines);
  return { lines, stop: () => void input.unpipe(lines) };
}

/** An output that is closed will not drain any more. */
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
