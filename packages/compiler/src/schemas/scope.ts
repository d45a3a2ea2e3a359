import type { JsonSchema } from "@proviso/manifest";
import { nearest } from "../report/did-you-mean.ts";
import type { NameSet } from "../incremental/memo.ts";
import type { Span } from "../report/source.ts";

/** The named types in scope: those of the own domain by `name`, all by `domain.name`. */
export interface TypeScope {
  readonly domain: string;
  /** All declared types by full name, `domain.name`. */
  readonly declared: NameSet;
  /** Whether some file could not be read: an unknown name may be declared there. */
  isIncomplete(): boolean;
  /** Collects the full names of the types that were looked up. */
  readonly references: Set<string>;
  /** Called for each place that names a declared type, by its full name. */
  noted?(full: string, span: Span): void;
}

/** Built-in types and the schema of each. */
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

/** The full name of a named type; undefined if there is no such type. */
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
