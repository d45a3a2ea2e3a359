import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { findProject } from "../disk/find-project.ts";

const auditProgramName = "node_modules/@proviso/audit/bin/proviso-audit.js";

/** Finds `@proviso/audit` as installed for a folder or, failing that, for one of the packages that its project generates. */
export async function findAuditProgram(cwd: string): Promise<string | undefined> {
  return programFrom(cwd) ?? programOfOutputs(cwd);
}

/** Looks in this folder and in those above, as Node does, but not in NODE_PATH. */
function programFrom(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, auditProgramName))) return join(folder, auditProgramName);
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
