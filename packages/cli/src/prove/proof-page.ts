import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Change } from "@proviso/changes";
import { lockFileOf, readLock, type SignOff } from "@proviso/changes/lock";
import type { Manifest } from "@proviso/manifest";
import { guaranteesName, type ToolReach, toolReaches } from "@proviso/prove";
import { configName, findProject, type ProjectPlace } from "../disk/find-project.ts";
import { readLockFile } from "../lock/read-lock-file.ts";
import { proofPage } from "./formats.ts";
import { verdictsOf } from "../diff/verdicts.ts";
import { changesSinceSigned } from "./changes-since-signed.ts";
import { readContractsHere } from "../project/contracts-here.ts";
import { proveProject, rolesIn, type RolePermissions } from "./prove-project.ts";

/**
 * The page of a site about the guarantees of the project in a folder: Markdown whose first line is its title; undefined if the project
 * has none. Throws if contracts or guarantees have errors.
 */
export async function proofPageOf(root: string): Promise<string | undefined> {
  if (!existsSync(join(root, guaranteesName)) || !existsSync(join(root, configName))) return undefined;
  const place = await findProject(root, undefined);
  const { proved, manifest, diagnostics } = await proveProject(place, { against: undefined, cwd: root });
  if (!proved || !manifest)
    throw new Error(`${diagnostics[0]?.message ?? "the contracts have errors"}: run \`proviso prove\``);
  return proofPage(proved, manifest);
}

/** What a site says of a project: what its callers can hold and reach, and who reviewed it. */
export interface ProjectReach {
  readonly manifest: Manifest | undefined;
  /** What each tool adds to what a caller can do. */
  readonly reaches: readonly ToolReach[];
  readonly roles: RolePermissions;
  /** The last signature under each tool, as the lock has it. */
  readonly signed: Readonly<Record<string, Signature>>;
  readonly proofs: readonly ProvedClaim[];
}

/** A signature, and how the contract differs from the one that was signed. */
export interface Signature extends SignOff {
  /** Each change with its verdicts, in words. Undefined if Git does not have the contract that was signed. */
  readonly changes?: readonly (Change & { readonly verdicts: readonly string[] })[] | undefined;
}

/** A proved guarantee that private data never leaves without a person. */
export interface ProvedClaim {
  /** Its place in `guarantees.yaml`, from 1, and on the page about them. */
  readonly id: number;
  /** It is about callers with these permissions or fewer. Undefined: about every caller. */
  readonly permissions?: readonly string[] | undefined;
}

/** Reads the project in a folder; nothing if its contracts have errors. */
export async function projectReachOf(root: string): Promise<ProjectReach> {
  if (!existsSync(join(root, configName)))
    return { manifest: undefined, reaches: [], roles: {}, signed: {}, proofs: [] };
  const place = await findProject(root, undefined);
  const { here } = await readContractsHere(place);
  const source = readLockFile(root, lockFileOf(place.configFile));
  const locked = (source && readLock(source).lock?.tools) ?? [];
  const signed = [...locked].flatMap(([name, tool]) => (tool.signed ? [[name, tool.signed] as const] : []));
  const signatures = signed.map(async ([name, each]) => {
    const isCurrent = here?.manifest.tools.some((tool) => tool.name === name && tool.hash === each.hash);
    const found =
      here && !isCurrent
        ? await changesSinceSigned(place, { name, hash: each.hash, here: here.manifest })
        : undefined;
    const changes = found?.map((change) => ({ ...change, verdicts: verdictsOf(change) }));
    return [name, { ...each, changes }] as const;
  });
  return {
    manifest: here?.manifest,
    reaches: here ? toolReaches(here.manifest) : [],
    roles: here ? rolesIn(here.config) : {},
    signed: Object.fromEntries(await Promise.all(signatures)),
    proofs: await provedClaims(place),
  };
}

/** The guarantees about private data that no call can break, and that leave no call out. */
async function provedClaims(place: ProjectPlace): Promise<readonly ProvedClaim[]> {
  if (!existsSync(join(place.root, guaranteesName))) return [];
  const { proved = [] } = await proveProject(place, { against: undefined, cwd: place.root });
  return proved.flatMap(({ verdict, guarantee: { claim, permissions, tools, where } }, at) => {
    const says = claim.kind === "stays" && tools === undefined && where === undefined;
    return verdict === "proved" && says ? [{ id: at + 1, permissions }] : [];
  });
}
