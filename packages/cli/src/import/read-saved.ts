import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { readData } from "@proviso/compiler/import";
import type { Json } from "@proviso/manifest";
import { UsageError } from "@proviso/terminal";

/** Bytes of a saved list, more than any useful list of tools has. */
const maxSavedBytes = 64_000_000;

/** Reads a saved response or an OpenAPI document, in JSON or YAML. */
export function readSaved(cwd: string, path: string): Json {
  const file = resolve(cwd, path);
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new UsageError(`there is no file ${file}`);
  if (size > maxSavedBytes) throw new UsageError(`${path} has more than ${maxSavedBytes / 1_000_000} MB`);
  const { value, problem } = readData(readFileSync(file, "utf8"));
  if (value === undefined) throw new UsageError(`${path} is neither JSON nor YAML: ${problem}`);
  return value;
}
