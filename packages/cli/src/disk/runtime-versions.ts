import { dirname, join } from "node:path";
import { readPackageJson, textField } from "./package-json.ts";

/** The packages of ours that generated code imports. */
const runtimePackages = ["@proviso/manifest", "@proviso/server", "@proviso/client"] as const;

/** The version range of each runtime: `workspace:*` if the pnpm workspace with these globs contains it, else this CLI's release. */
export async function runtimeVersions(
  root: string,
  workspaceGlobs: readonly string[],
  ownVersion: string,
): Promise<Readonly<Record<string, string>>> {
  const local = await workspacePackages(root, workspaceGlobs);
  return Object.fromEntries(
    runtimePackages.map((name) => [name, local.has(name) ? "workspace:*" : `^${ownVersion}`]),
  );
}

async function workspacePackages(root: string, globs: readonly string[]): Promise<ReadonlySet<string>> {
  if (globs.length === 0) return new Set();
  const files = globs.map((pattern) => `${pattern}/package.json`);
  const { glob } = await import("tinyglobby");
  const paths = await glob(files, { cwd: root, ignore: ["**/node_modules/**"], expandDirectories: false });
  const names = paths.map((path) => textField(readPackageJson(join(root, dirname(path))), "name"));
  return new Set(names.filter((name) => name !== undefined));
}
