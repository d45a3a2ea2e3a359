import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findProject } from "../disk/find-project.ts";
import { foldersUpFrom } from "../disk/package-json.ts";

/** The programs of packages that a project installs if it wants them. */
const programs = {
  approvals: "node_modules/@proviso/inbox/bin/proviso-approvals.js",
  audit: "node_modules/@proviso/trail/bin/proviso-audit.js",
  gateway: "node_modules/@proviso/gateway/bin/proviso-gateway.js",
  keys: "node_modules/@proviso/inbox/bin/proviso-keys.js",
  "language-server": "node_modules/@proviso/language-server/bin/proviso-language-server.js",
  replay: "node_modules/@proviso/replay/bin/proviso-replay.js",
  verify: "node_modules/@proviso/verify/bin/proviso-verify.js",
  site: "node_modules/@proviso/site/bin/proviso-site.js",
} as const;
type ProgramName = keyof typeof programs;

/** Finds a program that is installed for a folder, for a package that it generates, or beside this one: a host starts it anywhere. */
export async function findProgram(
  name: ProgramName,
  cwd: string,
  ownFolder: string = fileURLToPath(new URL("../..", import.meta.url)),
): Promise<string | undefined> {
  const installed = dirname(resolve(ownFolder));
  const beside = basename(installed) === "node_modules" ? dirname(installed) : undefined;
  return (
    programFrom(name, cwd) ??
    (await programOfOutputs(name, cwd)) ??
    (beside === undefined ? undefined : programFrom(name, beside))
  );
}

/** Looks in this folder and in those above, as Node does, but not in NODE_PATH. */
function programFrom(name: ProgramName, start: string): string | undefined {
  const places = foldersUpFrom(start).map((folder) => join(folder, programs[name]));
  return places.find((place) => existsSync(place));
}

async function programOfOutputs(name: ProgramName, cwd: string): Promise<string | undefined> {
  const place = await findProject(cwd, undefined).catch(() => undefined);
  if (!place) return undefined;
  const { readConfig } = await import("../config/read-config.ts");
  const { config } = readConfig({ path: place.configFile, text: place.configText });
  const folders = (config?.outputs ?? []).map(({ folder }) => join(place.root, folder));
  return folders.map((folder) => programFrom(name, folder)).find((found) => found !== undefined);
}
