import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { findProject } from "../disk/find-project.ts";

const program = "node_modules/@proviso/server/bin/proviso-audit.js";

/** The program of the server runtime that is installed in a folder or, if there is none, for the server that its project generates. */
export async function findAuditProgram(cwd: string): Promise<string | undefined> {
  return programFrom(cwd) ?? programOfOutputs(cwd);
}

/** Installed here or in a folder above, as Node looks for it; but not wherever NODE_PATH leads. */
function programFrom(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, program))) return join(folder, program);
    if (folder === dirname(folder)) return undefined;
  }
}

async function programOfOutputs(cwd: string): Promise<string | undefined> {
  const place = await findProject(cwd, undefined).catch(() => undefined);
  if (!place) return undefined;
  const { readConfig } = await import("../config/read-config.ts");
  const { config } = readConfig({ path: place.configFile, text: place.configText });
  const folders = (config?.outputs ?? []).map(({ folder }) => join(place.root, folder));
  return folders.map(programFrom).find((found) => found !== undefined);
}
