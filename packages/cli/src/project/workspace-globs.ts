import { findValue, itemsOf, parse, textOf } from "@proviso/compiler";
import type { Disk } from "../incremental/stamped-disk.ts";

export const workspaceFile = "pnpm-workspace.yaml";

/** Where the pnpm workspace has its packages; none if there is no workspace. */
export function workspaceGlobs(disk: Pick<Disk, "textOf">): readonly string[] {
  const text = disk.textOf(workspaceFile) ?? "";
  // To find nothing in an empty text, the compiler would load a whole YAML library.
  if (text === "") return [];
  const { tree } = parse({ path: workspaceFile, text });
  const globs = itemsOf(findValue(tree, "packages")).flatMap((item) => textOf(item) ?? []);
  return globs.filter((glob) => !glob.startsWith("!"));
}
