import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type ContractModel, type Diagnostic, type SourceText, toManifest } from "@proviso/compiler";
import type { Manifest } from "@proviso/manifest";
import { readAgainst } from "../operands/read-against.ts";
import { guaranteesName, type Proved, proveGuarantees, readGuarantees } from "@proviso/prove";
import type { ProjectPlace } from "../disk/find-project.ts";
import { lookAtDisk } from "../incremental/stamped-disk.ts";
import { compileProject } from "../project/compile-project.ts";
import { readProject } from "../project/read-project.ts";
import { UsageError } from "@proviso/terminal";

/** The permissions of roles, by name. */
export type RolePermissions = Readonly<Record<string, readonly string[]>>;

export interface ContractsHere {
  /** Absent if the contracts have errors. */
  readonly manifest?: Manifest;
  readonly model?: ContractModel;
  readonly roles: RolePermissions;
  readonly diagnostics: readonly Diagnostic[];
  /** For showing the diagnostics. */
  readonly texts: readonly SourceText[];
}

export interface ProveResult extends Pick<ContractsHere, "diagnostics" | "texts"> {
  /** Absent if the contracts or the guarantees have errors. */
  readonly proved?: readonly Compared[];
}

/** A verdict, and the one of the same sentence over earlier contracts if it was compared. */
export interface Compared extends Proved {
  readonly was?: Proved["verdict"];
}

/** The earlier contracts as `--against` of `proviso diff` names them. */
interface Earlier {
  readonly against: string | undefined;
  readonly cwd: string;
}

/** Compiles the contracts of a project. Warnings do not keep anything from being proved. */
export async function readContractsHere(place: ProjectPlace): Promise<ContractsHere> {
  const project = await readProject(place, lookAtDisk(place.root));
  const { config, texts } = project;
  const { model, diagnostics } = compileProject(project);
  if (!config || !model) return { roles: {}, diagnostics: config ? diagnostics : project.diagnostics, texts };
  const roles = Object.fromEntries(
    Object.entries(config.roles).map(([name, held]) => [name, held.map(({ value }) => value)]),
  );
  return { manifest: toManifest(model, config), model, roles, diagnostics: [], texts };
}

/** Proves the guarantees of a project, and today's sentences over earlier contracts too. Throws if it has none. */
export async function proveProject(place: ProjectPlace, { against, cwd }: Earlier): Promise<ProveResult> {
  const source = readSource(place.root);
  const { manifest, diagnostics, texts } = await readContractsHere(place);
  if (!manifest) return { diagnostics, texts };
  const read = readGuarantees(source, manifest);
  const all = [...texts, source];
  if (!read.guarantees) return { diagnostics: read.diagnostics, texts: all };
  const proved = proveGuarantees(read.guarantees, manifest);
  if (against === undefined) return { proved, diagnostics: [], texts: all };
  const before = await readAgainst(against, { cwd, place, here: manifest, headers: [] });
  const was = proveGuarantees(read.guarantees, before.manifest);
  const compared = proved.map((each, at) => ({ ...each, was: was[at]?.verdict ?? each.verdict }));
  return { proved: compared, diagnostics: [], texts: all };
}

function readSource(root: string): SourceText {
  const file = join(root, guaranteesName);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new UsageError(
      `there is no ${guaranteesName} beside proviso.yaml; begin one with \`proviso: 1\` and, under \`guarantees:\`, \`- no tool that deletes runs unasked\``,
    );
  return { path: guaranteesName, text: readFileSync(file, "utf8") };
}
