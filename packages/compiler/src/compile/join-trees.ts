import type { Diagnostic } from "../report/diagnostic.ts";
import { resolveErrors } from "../resolve/problems.ts";
import type { MapEntry, MapNode } from "../syntax/syntax-tree.ts";

/** The keys of a file whose maps are joined. */
const sections: ReadonlySet<string> = new Set(["types", "permissions", "failureModes", "effects", "tools"]);

export interface JoinedTrees {
  readonly tree?: MapNode;
  /** For each file that declares names again, one about all of them. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The files of one domain as one tree. The first declaration of a name counts; descriptions follow each other. */
export function joinTrees(domain: string, trees: readonly MapNode[]): JoinedTrees {
  const joined = new Map<string, MapEntry>();
  const names = new Map<string, MapEntry>();
  const diagnostics: Diagnostic[] = [];
  for (const { entries } of trees) {
    const again: (readonly [section: string, entry: MapEntry])[] = [];
    for (const entry of entries) {
      const fresh = withoutKnown(entry, names, again);
      const before = joined.get(entry.key);
      joined.set(entry.key, before ? joinEntries(before, fresh) : fresh);
    }
    diagnostics.push(...repeatedNames(domain, again, names));
  }
  const [first] = trees;
  return { ...(first && { tree: { ...first, entries: [...joined.values()] } }), diagnostics };
}

/** Notes the names that a section declares, and removes those that an earlier file declares. */
function withoutKnown(
  section: MapEntry,
  names: Map<string, MapEntry>,
  again: (readonly [string, MapEntry])[],
): MapEntry {
  if (!sections.has(section.key) || section.value.kind !== "map") return section;
  const entries = section.value.entries.filter((entry) => {
    const id = `${section.key} ${entry.key}`;
    const isKnown = names.has(id);
    if (isKnown) again.push([section.key, entry]);
    else names.set(id, entry);
    return !isKnown;
  });
  return { ...section, value: { ...section.value, entries } };
}

function joinEntries(before: MapEntry, { key, value }: MapEntry): MapEntry {
  const { value: first } = before;
  if (key === "description" && first.kind === "scalar" && value.kind === "scalar")
    return { ...before, value: { ...first, value: `${first.value} ${value.value}` } };
  if (!sections.has(key) || first.kind !== "map") return before;
  // A section that is no map has been reported: it stays, so that its names count as unknown.
  const joined = value.kind === "map" ? { ...first, entries: [...first.entries, ...value.entries] } : value;
  return { ...before, value: joined };
}

function repeatedNames(
  domain: string,
  [first, ...more]: readonly (readonly [section: string, entry: MapEntry])[],
  names: ReadonlyMap<string, MapEntry>,
): Diagnostic[] {
  if (!first) return [];
  const [section, { key, keySpan }] = first;
  const name = section === "permissions" ? key : `${domain}.${key}`;
  const file = names.get(`${section} ${key}`)?.keySpan.file ?? "";
  return [resolveErrors.at(keySpan, "duplicate-name", { name, more: more.length, file })];
}
