import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "../config/config.ts";
import { readPackageJson, textField } from "../disk/package-json.ts";
import { UsageError } from "@proviso/terminal";

/** Outputs whose users notice a change of a contract. */
const versioned: ReadonlySet<string> = new Set(["schemas", "server", "client"]);

export interface VersionedPackage {
  readonly name: string;
  /** Absent if its `package.json` has none. */
  readonly version?: string;
}

/** The packages that a change of the contracts gives another version: the generated ones, or the one that holds generated folders. */
export function packagesOf(root: string, { layout, outputs }: Config): readonly VersionedPackage[] {
  const folders =
    layout === "folders"
      ? [root]
      : outputs.filter(({ emitter }) => versioned.has(emitter)).map(({ folder }) => join(root, folder));
  const found = folders.map((folder) => packageIn(folder, layout === "folders"));
  if (found.length > 0) return [...new Map(found.map((each) => [each.name, each])).values()];
  throw new UsageError("`outputs` names no server, client or schemas, so no package gets another version");
}

function packageIn(folder: string, looksAbove: boolean): VersionedPackage {
  const file = join(folder, "package.json");
  if (!existsSync(file)) {
    if (looksAbove && folder !== dirname(folder)) return packageIn(dirname(folder), looksAbove);
    throw new UsageError(`there is no ${file}; run \`proviso generate\` first`);
  }
  const own = readPackageJson(folder);
  const [name, version] = [textField(own, "name"), textField(own, "version")];
  if (name) return { name, ...(version !== undefined && { version }) };
  throw new UsageError(`${file} has no \`name\`, so it cannot get a version`);
}
