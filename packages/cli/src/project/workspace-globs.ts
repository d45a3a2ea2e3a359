import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findEntry, parse } from "@proviso/compiler";

export const workspaceFile = "pnpm-workspace.yaml";

/** Where the pnpm workspace of `root` has its packages; none if there is no workspace. */
export async function workspaceGlobs(root: string): Promise<readonly string[]> {
  const text = readText(join(root, workspaceFile));
  // To find nothing in an empty text, the compiler would load a whole YAML library.
  if (text === "") return [];
  const { tree } = parse({ path: workspaceFile, text });
  const packages = tree && findEntry(tree, "packages")?.value;
  if (packages?.kind !== "list") return [];
  return packages.items.flatMap((item) =>
    item.kind === "scalar" && typeof item.value === "string" && !item.value.startsWith("!")
      ? [item.value]
      : [],
  );
}

/** Empty also of what is not there. */
function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
