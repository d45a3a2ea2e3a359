import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { foldersUpFrom } from "./package-manager.ts";

/** What the runtimes need beside them: an MCP SDK, of which one generation is enough. */
const sdks: Readonly<Record<string, string>> = {
  "@proviso/server": "@modelcontextprotocol/server",
  "@proviso/client": "@modelcontextprotocol/client",
};
const olderSdk = "@modelcontextprotocol/sdk";

/** What generated code with these runtimes needs and the package around it does not declare. */
export function missingPackages(folder: string, runtimes: readonly string[]): readonly string[] {
  if (runtimes.length === 0) return [];
  const owner = foldersUpFrom(folder).find((each) => existsSync(join(each, "package.json")));
  const declared = owner === undefined ? new Set<string>() : declaredIn(join(owner, "package.json"));
  const needed = runtimes.flatMap((name) => {
    const sdk = sdks[name];
    return sdk === undefined || declared.has(olderSdk) ? [name] : [name, sdk];
  });
  return needed.filter((name) => !declared.has(name)).toSorted();
}

function declaredIn(file: string): ReadonlySet<string> {
  try {
    const manifest = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, unknown>>;
    const fields = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
    return new Set(fields.flatMap((field) => Object.keys(manifest[field] ?? {})));
  } catch {
    return new Set();
  }
}
