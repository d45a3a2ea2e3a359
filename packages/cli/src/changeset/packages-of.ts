import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "../config/config.ts";
import { UsageError } from "../terminal/exit-codes.ts";

/** Outputs whose users notice a change of a contract. */
const versioned: ReadonlySet<string> = new Set(["schemas", "server", "client"]);

/** The packages that a change of the contracts gives another version: the generated ones, or the one that holds generated folders. */
export function packagesOf(root: string, { layout, outputs }: Config): readonly string[] {
  const folders =
    layout === "folders"
      ? [root]
      : outputs.filter(({ emitter }) => versioned.has(emitter)).map(({ folder }) => join(root, folder));
  const names = folders.map((folder) => nameIn(folder, layout === "folders"));
  if (names.length > 0) return [...new Set(names)];
  throw new UsageError("`outputs` names no server, client or schemas, so no package gets another version");
}

function nameIn(folder: string, looksAbove: boolean): string {
  const file = join(folder, "package.json");
  if (!existsSync(file)) {
    if (looksAbove && folder !== dirname(folder)) return nameIn(dirname(folder), looksAbove);
    throw new UsageError(`there is no ${file}; run \`proviso generate\` first`);
  }
  const { name } = JSON.parse(readFileSync(file, "utf8")) as { readonly name?: unknown };
  if (typeof name === "string" && name !== "") return name;
  throw new UsageError(`${file} has no \`name\`, so it cannot get a version`);
}
