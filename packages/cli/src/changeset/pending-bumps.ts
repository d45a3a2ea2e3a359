import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { foldersUpFrom } from "../disk/package-json.ts";
import { UsageError } from "@proviso/terminal";
import { type Bump, bumps, highest } from "@proviso/changes";

/** The folder `.changeset` of the repository that `root` is in. */
export function findChangesetFolder(root: string): string {
  const folders = foldersUpFrom(root).map((folder) => join(folder, ".changeset"));
  const found = folders.find((folder) => existsSync(join(folder, "config.json")));
  if (found !== undefined) return found;
  throw new UsageError(
    `there is no .changeset/config.json in ${root} or above; install @changesets/cli and run \`changeset init\`, or use \`--json\` and keep versions by other means`,
  );
}

/** The highest bump that the pending changesets give each package. */
export function pendingBumps(folder: string): ReadonlyMap<string, Bump> {
  const files = readdirSync(folder).filter((name) => name.endsWith(".md") && name !== "README.md");
  const all = files.flatMap((name) => readChangeset(join(folder, name)));
  return new Map(
    [...Map.groupBy(all, ({ name }) => name)].flatMap(([name, entries]) => {
      const bump = highest(entries.map((entry) => entry.bump));
      return bump ? [[name, bump] as const] : [];
    }),
  );
}

const frontMatter = /^---\r?\n([^]*?)\r?\n?---(?:\r?\n|$)/;
/** `"@acme/server": minor`, as changesets writes it and as people do by hand. */
const line = /^(["']?)([^"'\s]+)\1\s*:\s*(["']?)(major|minor|patch|none)\3\s*(?:#.*)?$/;

/** The packages of one changeset. An unknown line is an error: it could be the bump. */
export function readChangeset(file: string): readonly { readonly name: string; readonly bump: Bump }[] {
  const head = frontMatter.exec(readFileSync(file, "utf8"))?.[1];
  const lines = (head ?? "").split(/\r?\n/).filter((each) => each.trim() !== "" && !each.startsWith("#"));
  return lines.flatMap((each) => {
    const [, , name = "", , word] = line.exec(each) ?? [];
    const bump = bumps.find((known) => known === word);
    if (bump) return [{ name, bump }];
    if (word === "none") return [];
    throw new UsageError(`${relative(".", file)} has a line that is not \`"package": major\`: ${each}`);
  });
}
