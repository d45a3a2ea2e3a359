import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findEntry, parse } from "@proviso/compiler";
import { glob } from "tinyglobby";

/** The packages of ours that generated code imports. */
const runtimes = ["@proviso/server", "@proviso/client"] as const;

/** Inside a pnpm workspace that holds a runtime, that one; elsewhere the release that goes with this CLI. */
export async function runtimeVersions(
  root: string,
  ownVersion: string,
): Promise<Readonly<Record<string, string>>> {
  const local = await workspacePackages(root);
  return Object.fromEntries(
    runtimes.map((name) => [name, local.has(name) ? "workspace:*" : `^${ownVersion}`]),
  );
}

async function workspacePackages(root: string): Promise<ReadonlySet<string>> {
  const globs = await workspaceGlobs(root);
  if (globs.length === 0) return new Set();
  const files = globs.map((pattern) => `${pattern}/package.json`);
  const paths = await glob(files, { cwd: root, ignore: ["**/node_modules/**"], expandDirectories: false });
  const names = await Promise.all(paths.map((path) => readField(join(root, path), "name")));
  return new Set(names.filter((name) => name !== undefined));
}

async function workspaceGlobs(root: string): Promise<readonly string[]> {
  const text = await readFile(join(root, "pnpm-workspace.yaml"), "utf8").catch(() => "");
  const { tree } = parse({ path: "pnpm-workspace.yaml", text });
  const packages = tree && findEntry(tree, "packages")?.value;
  if (packages?.kind !== "list") return [];
  return packages.items.flatMap((item) =>
    item.kind === "scalar" && typeof item.value === "string" && !item.value.startsWith("!")
      ? [item.value]
      : [],
  );
}

/** A text field of a `package.json`; undefined if there is no such file, or no such text in it. */
export async function readField(file: string, field: string): Promise<string | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const value: unknown = (JSON.parse(text) as Record<string, unknown>)[field];
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
