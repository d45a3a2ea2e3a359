import { packageAround, readPackageJson } from "../disk/package-json.ts";

/** What the runtimes need beside them: an MCP SDK, of which one generation is enough. */
const sdks: Readonly<Record<string, string>> = {
  "@proviso/server": "@modelcontextprotocol/server",
  "@proviso/client": "@modelcontextprotocol/client",
};
const olderSdk = "@modelcontextprotocol/sdk";

/** What generated code with these runtimes needs and the package around it does not declare. */
export function missingPackages(folder: string, runtimes: readonly string[]): readonly string[] {
  if (runtimes.length === 0) return [];
  const own = readPackageJson(packageAround(folder) ?? folder);
  const { dependencies, devDependencies, peerDependencies, optionalDependencies } = own;
  const declared = new Set(
    Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies, ...optionalDependencies }),
  );
  const needed = runtimes.flatMap((name) => {
    const sdk = sdks[name];
    return sdk === undefined || declared.has(olderSdk) ? [name] : [name, sdk];
  });
  return needed.filter((name) => !declared.has(name)).toSorted();
}
