import { gunzipSync } from "node:zlib";

/** Files of a package, by their path in it, in memory alone: no path can lead anywhere. */
export type PackageFiles = ReadonlyMap<string, Buffer>;

const block = 512;
const maxBytes = 256_000_000;

/**
 * The files in a `.tgz` of npm whose path `isWanted`. Links and everything else that is no file are left out. Throws if it is no
 * such archive. Written here, because the libraries that read archives either bring five packages or loop at a negative size.
 */
export function readTarball(packed: Buffer, isWanted: (path: string) => boolean): PackageFiles {
  const bytes = gunzipSync(packed, { maxOutputLength: maxBytes });
  const files = new Map<string, Buffer>();
  let longName: string | undefined;
  for (let offset = 0; offset + block <= bytes.length;) {
    const header = bytes.subarray(offset, offset + block);
    if (header.every((byte) => byte === 0)) break;
    if (!hasItsSum(header)) throw new Error("the archive is damaged");
    const size = octal(header, 124, 12);
    const start = offset + block;
    if (start + size > bytes.length) throw new Error("the archive is cut off");
    const content = bytes.subarray(start, start + size);
    const kind = textIn(header, 156, 1);
    if (kind === "x") longName = paxPath(content) ?? longName;
    else if (kind === "L") longName = textIn(content, 0, size);
    else {
      const path = withoutTop(longName ?? nameIn(header));
      longName = undefined;
      if ((kind === "0" || kind === "") && isWanted(path)) files.set(path, content);
    }
    offset = start + Math.ceil(size / block) * block;
  }
  return files;
}

function nameIn(header: Buffer): string {
  const [name, prefix] = [textIn(header, 0, 100), textIn(header, 345, 155)];
  return prefix === "" ? name : `${prefix}/${name}`;
}

/** npm puts all files below one folder, usually `package`. */
function withoutTop(path: string): string {
  return path.slice(path.indexOf("/") + 1);
}

function textIn(bytes: Buffer, start: number, length: number): string {
  const part = bytes.subarray(start, start + length);
  const end = part.indexOf(0);
  return part.toString("utf8", 0, end < 0 ? part.length : end);
}

function octal(header: Buffer, start: number, length: number): number {
  const digits = textIn(header, start, length).trim();
  if (!/^[0-7]+$/.test(digits)) throw new Error("the archive has a file without a size");
  return Number.parseInt(digits, 8);
}

/** The sum of all bytes of a header, with spaces in the place of the sum. */
function hasItsSum(header: Buffer): boolean {
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  return octal(header, 148, 8) === sum;
}

/** The path of the next file, in the records `LENGTH KEY=VALUE` of an extended header. */
function paxPath(content: Buffer): string | undefined {
  return /^\d+ path=(.*)$/m.exec(content.toString("utf8"))?.[1];
}
