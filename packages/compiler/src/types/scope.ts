import type { JsonSchema } from "@proviso/manifest";
import { nearest } from "../report/did-you-mean.ts";
import type { NameSet } from "../incremental/memo.ts";

/** The named types that a place can see: those of its own domain by `name`, all by `domain.name`. */
export interface TypeScope {
  readonly domain: string;
  /** By full name, `domain.name`: every declared type. */
  readonly declared: NameSet;
  /** Whether a file could not be read: then an unknown name may well be one of its. */
  isIncomplete(): boolean;
  /** Collects the full names that were found. */
  readonly references: Set<string>;
}

/** Built-in types and what they stand for. */
export const builtInTypes: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ["any", {}],
  ["string", { type: "string" }],
  ["integer", { type: "integer" }],
  ["number", { type: "number" }],
  ["boolean", { type: "boolean" }],
  ...["email", "uri", "uuid", "date", "date-time", "duration"].map(
    (format) => [format, { type: "string", format }] as const,
  ),
]);

/** The full name of a named type, if there is one. */
export function findType(name: string, scope: TypeScope): string | undefined {
  const full = name.includes(".") ? name : `${scope.domain}.${name}`;
  if (!scope.declared.has(full)) return undefined;
  scope.references.add(full);
  return full;
}

export function nearestType(name: string, scope: TypeScope): string | undefined {
  const own = `${scope.domain}.`;
  const named = [...scope.declared.keys()].flatMap((full) =>
    full.startsWith(own) ? [full.slice(own.length), full] : [full],
  );
  const near = nearest(name, [...builtInTypes.keys(), ...named]);
  if (near !== undefined || name.includes(".")) return near;
  return [...scope.declared.keys()].find((full) => full.endsWith(`.${name}`));
}
