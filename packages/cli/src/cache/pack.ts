import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";

const sumBytes = 4;

/** As V8 writes it: texts of megabytes, which JSON would escape, are copied. A checksum is behind it. */
export function pack(content: object): Buffer {
  const bytes = serialize(content);
  const sum = Buffer.alloc(sumBytes);
  sum.writeUInt32BE(crc32(bytes));
  return Buffer.concat([bytes, sum]);
}

/** Throws for what is not what was packed: V8 reads what a failing disk or somebody's editor left as something else. */
export function unpack(packed: Buffer): unknown {
  const bytes = packed.subarray(0, -sumBytes);
  if (crc32(bytes) !== packed.readUInt32BE(bytes.length)) throw new Error("the checksum is wrong");
  return deserialize(bytes);
}
