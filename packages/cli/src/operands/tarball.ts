import { gunzipSync } from "node:zlib";

/** Files of a package, by their path in it, in memory alone: no path can lead anywhere. */
export type PackageFiles = ReadonlyMap<string, Buffer>;

const tarBlock = 512;
const maxBytes = 256_000_000;

/**
 * The files in a `.tgz` of npm whose path `isWanted`. Links and everything else that is no file are left out. Throws if it is no
 * such archive. Written here, because the libraries that read archives either bring five packages or loop at a negative size.
 */
export function readTarball(packed: Buffer, isWanted: (path: string) => boolean): PackageFiles {
  const tarBytes = gunzipSync(packed, { maxOutputLength: maxBytes });
  const files = new Map<string, Buffer>();
  let longName: string | undefined;
  for (let tarOffset = 0; tarOffset + tarBlock <= tarBytes.length;) {
    const tarHeader = tarBytes.subarray(tarOffset, tarOffset + tarBlock);
    if (tarHeader.every((byte) => byte === 0)) break;
    if (!hasItsSum(tarHeader)) throw new Error("the archive is damaged");
    const entrySize = octal(tarHeader, 124, 12);
    const entryStart = tarOffset + tarBlock;
    if (entryStart + entrySize > tarBytes.length) throw new Error("the archive is cut off");
    const content = tarBytes.subarray(entryStart, entryStart + entrySize);
    const kind = textIn(tarHeader, 156, 1);
    if (kind === "x") longName = paxPath(content) ?? longName;
    else if (kind === "L") longName = textIn(content, 0, entrySize);
    else {
      const path = withoutTop(longName ?? nameIn(tarHeader));
      longName = undefined;
      if ((kind === "0" || kind === "") && isWanted(path)) files.set(path, content);
    }
    tarOffset = entryStart + Math.ceil(entrySize / tarBlock) * tarBlock;
  }
  return files;
}

function nameIn(tarHeader: Buffer): string {
  const [name, prefix] = [textIn(tarHeader, 0, 100), textIn(tarHeader, 345, 155)];
  return prefix === "" ? name : `${prefix}/${name}`;
}

/** npm puts all files below one folder, usually `package`. */
function withoutTop(path: string): string {
  return path.slice(path.indexOf("/") + 1);
}

function textIn(tarBytes: Buffer, entryStart: number, length: number): string {
  const part = tarBytes.subarray(entryStart, entryStart + length);
  const end = part.indexOf(0);
  return part.toString("utf8", 0, end < 0 ? part.length : end);
}

function octal(tarHeader: Buffer, entryStart: number, length: number): number {
  const digits = textIn(tarHeader, entryStart, length).trim();
  if (!/^[0-7]+$/.test(digits)) throw new Error("the archive has a file without a size");
  return Number.parseInt(digits, 8);
}

/** The sum of all bytes of a header, with spaces in the place of the sum. */
function hasItsSum(tarHeader: Buffer): boolean {
  const sum = tarHeader.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  return octal(tarHeader, 148, 8) === sum;
}

/** The path of the next file, in the records `LENGTH KEY=VALUE` of an extended header. */
function paxPath(content: Buffer): string | undefined {
  return /^\d+ path=(.*)$/m.exec(content.toString("utf8"))?.[1];
}
