import { existsSync } from "node:fs";
import { join } from "node:path";
import { guaranteesName, type ToolReach, toolReaches } from "@proviso/prove";
import { configName, findProject } from "../disk/find-project.ts";
import { proofPage } from "./formats.ts";
import { proveProject, readContractsHere, type RolePermissions } from "./prove-project.ts";

/**
 * The page of a site about the guarantees of the project in a folder: Markdown whose first line is its title; undefined if the project
 * has none. Throws if contracts or guarantees have errors.
 */
export async function proofPageOf(root: string): Promise<string | undefined> {
  if (!existsSync(join(root, guaranteesName)) || !existsSync(join(root, configName))) return undefined;
  const place = await findProject(root, undefined);
  const { proved, diagnostics } = await proveProject(place, { against: undefined, cwd: root });
  if (!proved)
    throw new Error(`${diagnostics[0]?.message ?? "the contracts have errors"}: run \`proviso prove\``);
  return proofPage(proved);
}

/** What callers of a project can hold and reach. */
export interface ProjectReach {
  /** What each tool adds to what a caller can do. */
  readonly reaches: readonly ToolReach[];
  readonly roles: RolePermissions;
}

/** Reads the project in a folder; nothing if its contracts have errors. */
export async function projectReachOf(root: string): Promise<ProjectReach> {
  if (!existsSync(join(root, configName))) return { reaches: [], roles: {} };
  const { manifest, roles } = await readContractsHere(await findProject(root, undefined));
  return { reaches: manifest ? toolReaches(manifest) : [], roles };
}
