import { mkdirSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";

/** Windows has no such modes. */
const hasModes = process.platform !== "win32";

/** Makes a folder that only its owner can use. Throws if others can write to one that exists: they could replace files in it. */
export function ownFolder(keysFolder: string): void {
  mkdirSync(keysFolder, { recursive: true, mode: 0o700 });
  const { mode } = statSync(keysFolder);
  if (hasModes && (mode & 0o022) !== 0)
    throw new Error(
      `others can write to the folder ${keysFolder} (mode ${octal(mode)}), so they could replace what is in it: \`chmod 700 ${keysFolder}\`, or name a folder of its own below it`,
    );
}

/** Throws if others can read or write a file of the folder, or it is a link outwards. */
export function checkOwnFile(keysFolder: string, name: string): void {
  const file = join(keysFolder, name);
  const realFile = realpathSync(file);
  if (!realFile.startsWith(realpathSync(keysFolder) + sep))
    throw new Error(
      `${file} is a link that leads out of its folder, to ${realFile}: put the file itself there`,
    );
  const { mode } = statSync(realFile);
  if (hasModes && (mode & 0o077) !== 0)
    throw new Error(
      `others can use ${file} (mode ${octal(mode)}): \`chmod 600 ${file}\`, and make a new key if somebody may have read it`,
    );
}

function octal(mode: number): string {
  return (mode & 0o777).toString(8).padStart(4, "0");
}
