import { Transform } from "node:stream";

const lineEnd = 0x0a;

/**
 * Passes bytes on in whole lines. The SDK's reader copies and searches all that it has with every chunk, so a message of 40 MB in
 * small chunks would keep the process busy for a minute. A line above the limit ends the stream with an error.
 */
export function wholeLines(maxBytes: number): Transform {
  let parts: Buffer[] = [];
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const end = chunk.lastIndexOf(lineEnd);
      const rest = end < 0 ? chunk : chunk.subarray(end + 1);
      if (end >= 0) {
        this.push(Buffer.concat([...parts, chunk.subarray(0, end + 1)]));
        [parts, size] = [[], 0];
      }
      if (rest.length > 0) parts.push(rest);
      size += rest.length;
      done(size > maxBytes ? new Error(`a message has more than ${maxBytes} bytes`) : null);
    },
  });
}
