import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SourceText } from "@proviso/compiler";
import type { Manifest } from "@proviso/manifest";
import { readAgainst } from "../operands/read-against.ts";
import { guaranteesName, type Proved, proveGuarantees, readGuarantees } from "@proviso/prove";
import type { Config } from "../config/config.ts";
import type { ProjectPlace } from "../disk/find-project.ts";
import { type ContractsHere, readContractsHere } from "../project/contracts-here.ts";
import { UsageError } from "@proviso/terminal";

/** The permissions of roles, by name. */
export type RolePermissions = Readonly<Record<string, readonly string[]>>;

export interface ProveResult extends Pick<ContractsHere, "diagnostics" | "texts"> {
  /** Absent if the contracts or the guarantees have errors. */
  readonly proved?: readonly Compared[];
  /** Of these contracts. */
  readonly manifest?: Manifest;
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

/** The permissions of the roles in a project's configuration. */
export function rolesIn({ roles }: Config): RolePermissions {
  return Object.fromEntries(
    Object.entries(roles).map(([name, held]) => [name, held.map(({ value }) => value)]),
  );
}

/** Proves the guarantees of a project, and today's sentences over earlier contracts too. Throws if it has none. */
export async function proveProject(place: ProjectPlace, { against, cwd }: Earlier): Promise<ProveResult> {
  const source = readSource(place.root);
  const { here, diagnostics, texts } = await readContractsHere(place);
  if (!here) return { diagnostics, texts };
  const { manifest } = here;
  const read = readGuarantees(source, manifest);
  const all = [...texts, source];
  if (!read.guarantees) return { diagnostics: read.diagnostics, texts: all };
  const proved = proveGuarantees(read.guarantees, manifest);
  if (against === undefined) return { proved, manifest, diagnostics: [], texts: all };
  const before = await readAgainst(against, { cwd, place, here: manifest, headers: [] });
  const was = proveGuarantees(read.guarantees, before.manifest);
  const compared = proved.map((each, at) => ({ ...each, was: was[at]?.verdict ?? each.verdict }));
  return { proved: compared, manifest, diagnostics: [], texts: all };
}

function readSource(root: string): SourceText {
  const file = join(root, guaranteesName);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new UsageError(
      `there is no ${guaranteesName} beside proviso.yaml; begin one with \`proviso: 1\` and, under \`guarantees:\`, \`- no tool that deletes runs unasked\``,
    );
  return { path: guaranteesName, text: readFileSync(file, "utf8") };
}
