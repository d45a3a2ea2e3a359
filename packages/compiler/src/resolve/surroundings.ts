import { hash } from "node:crypto";
import type { ContractDocument } from "../decode/decode.ts";
import { compareText } from "../report/diagnostic.ts";
import { declaredNames, mergeNames, type NamesByKind } from "./used-names.ts";
import type { ProjectNames } from "./project-names.ts";

/** By full name, all that a contract file takes from the others, or from what it declares itself. Plain data. */
export interface Uses extends NamesByKind {
  /** Tools that are to be called instead of deprecated ones. */
  readonly tools: readonly string[];
}

/** What the tools of a file use, and the types that its own types are made of. */
export function usesOf(
  domain: string,
  document: ContractDocument,
  byTools: NamesByKind,
  names: ProjectNames,
): Uses {
  const types = declaredNames(domain, document).types.flatMap(({ name }) => reachedFrom(name, names));
  const tools = (document.fields.tools ?? []).flatMap(
    ({ value }) => value.fields.deprecated?.fields.successor?.value ?? [],
  );
  return {
    ...mergeNames([byTools, { types, permissions: [], failureModes: [] }]),
    tools: [...new Set(tools)].toSorted(compareText),
  };
}

/** A hash of what all these names stand for now: where it is the same, looking them up again gives the same. */
export function surroundings({ types, permissions, failureModes, tools }: Uses, names: ProjectNames): string {
  const { symbols } = names;
  const answers = [
    types.map((name) => names.types.get(name)?.schema ?? null),
    permissions.map((name) => symbols.permissions.has(name)),
    failureModes.map((name) => symbols.failures.get(name) ?? null),
    tools.map((name) => symbols.tools.has(name)),
  ];
  return hash("sha256", JSON.stringify(answers));
}

function reachedFrom(name: string, { types }: ProjectNames): readonly string[] {
  const reached = new Set<string>();
  const waiting = [name];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...(types.get(next)?.references ?? []));
  }
  return [...reached];
}
