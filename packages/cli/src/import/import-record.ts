import { join } from "node:path";
import { fileTextAt } from "../disk/read-text.ts";
import { objectOf } from "@proviso/manifest";
import { parseJson } from "@proviso/terminal";
import type { ForeignTool } from "@proviso/compiler/import";

/** A file with the tools as imported. It tells changes of the server from changes of people. */
export const importRecordName = ".proviso-import.json";

/** The tools of the last import, and their names in the contracts. */
export interface ImportRecord {
  readonly before: readonly ForeignTool[] | undefined;
  readonly names?: Readonly<Record<string, string>>;
  /** Tools that were imported earlier, are no longer listed, and have contracts that stay. */
  readonly gone?: readonly ForeignTool[];
}

/** Reads the record in a folder; without `before` if there is none that can be read. */
export function readRecord(folder: string): ImportRecord {
  const text = fileTextAt(join(folder, importRecordName)) ?? "";
  const { format, tools, names = {}, gone } = objectOf(parseJson(text)) as Readonly<Record<string, unknown>>;
  if (format !== 1 || !Array.isArray(tools)) return { before: undefined };
  return {
    before: tools as readonly ForeignTool[],
    names: names as Readonly<Record<string, string>>,
    ...(Array.isArray(gone) && { gone: gone as readonly ForeignTool[] }),
  };
}

/** The tools of the last import by their names in the contracts: `domain.verb`. */
export function importedTools(folder: string): ReadonlyMap<string, ForeignTool> {
  const { before = [], names = {} } = readRecord(folder);
  return new Map(
    before.flatMap((tool) => {
      const name = Object.hasOwn(names, tool.name) ? names[tool.name] : undefined;
      return name === undefined ? [] : [[name, tool] as const];
    }),
  );
}
