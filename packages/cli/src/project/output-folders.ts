import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "@proviso/compiler";
import type { Config, Located } from "../config/config.ts";
import { configErrors } from "../config/problems.ts";
import { foldPath } from "./path-problem.ts";

/** Where `generate` writes, each with its place in the configuration. */
export function writtenFolders({ outputs, handlers }: Config): readonly Located<string>[] {
  return [...outputs.map(({ folder, span }) => ({ value: folder, span })), ...(handlers ? [handlers] : [])];
}

/** What `generate` would refuse about the folders that it writes to, so that `check` says it first. */
export function checkWrittenFolders(
  root: string,
  config: Config,
  contracts: readonly string[],
): Diagnostic[] {
  return writtenFolders(config).flatMap(({ value: folder, span }) => {
    const problem = obstacle(root, folder) ?? heldContract(folder, contracts);
    return problem === undefined ? [] : [configErrors.at(span, "unsafe-folder", { folder, problem })];
  });
}

/** Whether each is a real folder, or is not there yet. */
export function areWritable(root: string, folders: readonly string[]): boolean {
  return folders.every((folder) => obstacle(root, folder) === undefined);
}

function obstacle(root: string, folder: string): string | undefined {
  const parts = folder.split("/");
  for (const [index] of parts.entries()) {
    const path = parts.slice(0, index + 1).join("/");
    const found = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (!found) return undefined;
    const isHere = path === folder;
    if (found.isSymbolicLink())
      return `${isHere ? "is a symbolic link" : `is behind the symbolic link \`${path}\``}; proviso writes only to real folders`;
    if (!found.isDirectory())
      return `${isHere ? "is a file" : `is below the file \`${path}\``}; name a folder`;
  }
  return undefined;
}

function heldContract(folder: string, contracts: readonly string[]): string | undefined {
  const held = contracts.find((path) => foldPath(path).startsWith(`${foldPath(folder)}/`));
  return (
    held && `holds the contract \`${held}\`; proviso removes what it did not write, so name another folder`
  );
}
