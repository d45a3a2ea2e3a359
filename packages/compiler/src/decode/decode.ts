import type { Diagnostic, Report } from "../report/diagnostic.ts";
import { nearest } from "../report/did-you-mean.ts";
import { entriesOf, findEntry, findValue, type MapNode } from "../syntax/syntax-tree.ts";
import type { Decoded, FileFields } from "./document.ts";
import { fileFields, usedFileFields } from "./file-fields.ts";
import { withLocalTypes } from "./local-types.ts";
import { decodeErrors } from "./problems.ts";
import { fields as fieldsOf } from "./shape.ts";

export interface ContractDocument extends Decoded<FileFields> {
  /** Names with a wrong declaration. Calling them undeclared would report the mistake twice. */
  readonly misread: readonly string[];
  /** False if a whole part of the file could not be read, with the names in it. */
  readonly namesAreKnown: boolean;
}

export interface DecodeResult {
  readonly document?: ContractDocument;
  readonly diagnostics: readonly Diagnostic[];
}

const fileShape = fieldsOf("a contract", () => fileFields);
const usedFileShape = fieldsOf("a file that others use", () => usedFileFields);

/** Checks a tree field by field. Wrong fields are reported and left out; correct ones are kept. A used file has no tools. */
export function decode(tree: MapNode, isUsed = false): DecodeResult {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => void diagnostics.push(diagnostic);
  const tools = isUsed ? findEntry(tree, "tools") : undefined;
  if (tools) report(decodeErrors.at(tools.keySpan, "tools-in-used-file", {}));
  const read = tools ? { ...tree, entries: tree.entries.filter((entry) => entry !== tools) } : tree;
  const document = (isUsed ? usedFileShape : fileShape).decode(read, report);
  if (!document) return { diagnostics };
  const parts = nameParts.map((part) => partOf(tree, document, part));
  const misread = parts.flatMap((part) => part.misread);
  const namesAreKnown = document.fields.domain !== undefined && parts.every(({ isRead }) => isRead);
  const fields = withLocalTypes(document.fields, misread);
  return { document: { ...document, fields, misread, namesAreKnown }, diagnostics };
}

/** The parts of a file that declare names. */
const nameParts = ["types", "permissions", "failureModes", "effects", "tools"] as const;

function partOf(
  tree: MapNode,
  { fields: read, keys }: Decoded<FileFields>,
  part: (typeof nameParts)[number],
): { readonly isRead: boolean; readonly misread: readonly string[] } {
  const isMisspelt = !keys[part] && Object.keys(keys).some((key) => nearest(key, [part]) === part);
  const names = entriesOf(findValue(tree, part)).map(({ key }) => key);
  const misread = names.filter((name) => !read[part]?.some((entry) => entry.name === name));
  return { isRead: !isMisspelt && (!keys[part] || read[part] !== undefined), misread };
}
