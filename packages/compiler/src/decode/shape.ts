import type { JsonSchema } from "@proviso/manifest";
import type { FieldText } from "@proviso/manifest/fields";
import type { Diagnostic, Report } from "../report/diagnostic.ts";
import { nearest } from "../report/did-you-mean.ts";
import { spokenFlag } from "../report/respell.ts";
import { recordOf } from "../syntax/record.ts";
import type { Span } from "../report/source.ts";
import {
  findEntry,
  type MapEntry,
  type MapNode,
  nameOfNode,
  type SyntaxNode,
} from "../syntax/syntax-tree.ts";
import type { Decoded, Located, Named } from "./document.ts";
import { decodeErrors } from "./problems.ts";

/** The form of a value: `label` and `schema` are for people and editors, `decode` decides. */
export interface FieldShape<T> {
  readonly label: string;
  readonly schema: JsonSchema;
  /** Undefined, after a report, for a node of another shape. `key` is the span of its name. */
  decode(node: SyntaxNode, report: Report, key?: Span): T | undefined;
}

/** One field of a map, for the reference, the editor schema and the decoder. */
export interface Field<T> {
  readonly shape: FieldShape<T>;
  readonly description: string;
  readonly required: boolean;
  /** What enforces it, in a few words: a stage of the server, guard, compiler, or nothing. */
  readonly enforcedBy: string;
  /** The default, in words. */
  readonly default?: string;
}

/** A table with a row for each field. An optional property of `T` is an optional field. */
export type FieldTable<T> = {
  readonly [Key in keyof T]-?: Field<Exclude<T[Key], undefined>> &
    (undefined extends T[Key] ? { readonly required: false } : { readonly required: boolean });
};

/** A table of shapes, with what the fields of contracts say of each. */
export function tableOf<T>(
  texts: Readonly<Record<string, FieldText>>,
  shapes: { readonly [Key in keyof T]-?: FieldShape<Exclude<T[Key], undefined>> },
): FieldTable<T> {
  const rows = Object.entries<FieldShape<unknown>>(shapes).map(([key, shape]): [string, Field<unknown>] => {
    const said = texts[key];
    if (!said) throw new TypeError(`no field of a contract says what \`${key}\` is`);
    const { description, enforcedBy, required, default: standard } = said;
    const rest = standard === undefined ? {} : { default: standard };
    return [key, { shape, required: required === true, enforcedBy, description, ...rest }];
  });
  return Object.fromEntries(rows) as unknown as FieldTable<T>;
}

export function wrongType(node: SyntaxNode, wanted: string, report: Report, meant?: string): undefined {
  const said = meant === undefined ? {} : { meant };
  report(decodeErrors.at(node.span, "wrong-type", { wanted, found: nameOfNode(node), ...said }));
}

/** Text that is not empty, trimmed. With a pattern, it has to match. */
export function text(wanted = "text", pattern?: RegExp): FieldShape<Located<string>> {
  return {
    label: wanted,
    schema: { type: "string", minLength: 1, ...(pattern ? { pattern: pattern.source } : {}) },
    decode(node, report) {
      if (node.kind !== "scalar" || typeof node.value !== "string") return wrongType(node, wanted, report);
      const value = node.value.trim();
      if (value !== "" && (!pattern || pattern.test(value))) return { value, span: node.span };
      report(decodeErrors.at(node.span, "bad-text", { wanted, isEmpty: value === "" }));
    },
  };
}

/** Text for people and models, perhaps empty. Quoted text is kept as it is, other is trimmed. */
export const prose: FieldShape<Located<string>> = {
  label: "text",
  schema: { type: "string" },
  decode(node, report) {
    if (node.kind !== "scalar" || typeof node.value !== "string") return wrongType(node, "text", report);
    const { value, span, textSpan, written = "" } = node;
    const isBlank = value.trim() === "" && value !== "";
    if (isBlank)
      return void report(decodeErrors.at(node.span, "bad-text", { wanted: "text", isEmpty: true }));
    return { value: textSpan || /^["']/.test(written) ? value : value.trim(), span };
  },
};

export const flag: FieldShape<Located<boolean>> = {
  label: "`true` or `false`",
  schema: { type: "boolean" },
  decode(node, report) {
    if (node.kind === "scalar" && typeof node.value === "boolean")
      return { value: node.value, span: node.span };
    const meant = spokenFlag(String(node.kind === "scalar" ? node.value : ""));
    return wrongType(node, "`true` or `false`", report, meant === undefined ? undefined : String(meant));
  },
};

export function wholeNumber(minimum: number, maximum: number): FieldShape<Located<number>> {
  const wanted = minimum === maximum ? `\`${minimum}\`` : `a whole number from ${minimum} to ${maximum}`;
  return {
    label: wanted,
    schema: { type: "integer", minimum, maximum },
    decode(node, report) {
      if (node.kind !== "scalar" || typeof node.value !== "number")
        return wrongType(node, wanted, report, quotedNumber(node));
      const { value, span } = node;
      if (Number.isInteger(value) && value >= minimum && value <= maximum) return { value, span };
      report(decodeErrors.at(span, "bad-number", { wanted }));
    },
  };
}

/** The number in a quoted text. */
function quotedNumber(node: SyntaxNode): string | undefined {
  const written = node.kind === "scalar" && typeof node.value === "string" ? node.value : "";
  return /^[1-9][0-9]{0,14}$/.test(written) ? written : undefined;
}

export function oneOf<Word extends string>(words: readonly Word[]): FieldShape<Located<Word>> {
  return {
    label: words.map((word) => `\`${word}\``).join(", "),
    schema: { enum: words },
    decode(node, report) {
      const found = node.kind === "scalar" ? words.find((word) => word === node.value) : undefined;
      if (found !== undefined) return { value: found, span: node.span };
      if (node.kind !== "scalar" || node.value === null)
        return wrongType(node, `one of ${this.label}`, report);
      const value = String(node.value);
      const problem = { value, allowed: words, nearest: nearest(value, words) };
      report(decodeErrors.at(node.span, "unknown-value", problem));
    },
  };
}

/** A list whose items are all correct; undefined if one is not. */
export function list<T>(item: FieldShape<T>, label: string): FieldShape<readonly T[]> {
  return {
    label,
    get schema() {
      return { type: "array", items: item.schema };
    },
    decode(node, report) {
      if (node.kind !== "list") return wrongType(node, label, report);
      const items = node.items.map((each) => item.decode(each, report));
      return items.every((each) => each !== undefined) ? items : undefined;
    },
  };
}

/** A list of texts without repetition. */
export function names(
  item: FieldShape<Located<string>>,
  label: string,
): FieldShape<readonly Located<string>[]> {
  const items = list(item, label);
  return {
    label,
    get schema() {
      return { ...items.schema, uniqueItems: true };
    },
    decode(node, report) {
      const found = items.decode(node, report);
      found?.forEach(({ value, span }, index) => {
        if (found.findIndex((each) => each.value === value) < index)
          report(decodeErrors.at(span, "repeated-entry", { entry: value }));
      });
      return found;
    },
  };
}

/** A map whose keys are names that the author chooses. Wrong entries are left out. */
export function namedMap<T>(
  value: FieldShape<T>,
  label: string,
  name: { readonly pattern: RegExp; readonly wanted: string },
): FieldShape<readonly Named<T>[]> {
  return {
    label,
    get schema() {
      const propertyNames = { pattern: name.pattern.source };
      return { type: "object", propertyNames, additionalProperties: value.schema };
    },
    decode(node, report) {
      if (node.kind !== "map") return wrongType(node, label, report);
      return node.entries.flatMap((entry) => {
        const { key, keySpan } = entry;
        const isNamed = name.pattern.test(key);
        const found: Diagnostic[] = [];
        const note: Report = isNamed ? report : (each) => void found.push(each);
        // Reports a wrong name. Findings about its value are kept only if the value decodes.
        const decoded = isNamed || !key.includes(":") ? value.decode(entry.value, note, keySpan) : undefined;
        if (!isNamed) report(decodeErrors.at(keySpan, "bad-name", { name: key, wanted: name.wanted }));
        if (decoded === undefined) return [];
        found.forEach(report);
        return [{ name: key, nameSpan: keySpan, value: decoded }];
      });
    },
  };
}

/** A map with known fields. A wrong field is left out, and the result is not `whole`. */
export function fields<T>(owner: string, table: () => FieldTable<T>): FieldShape<Decoded<T>> {
  return {
    label: `a map: ${owner}`,
    get schema() {
      return schemaOfFields(table());
    },
    decode(node, report, key) {
      if (node.kind !== "map") return wrongType(node, `a map with the fields of ${owner}`, report);
      return decodeFields(node, { owner, table: table(), at: key ?? startOf(node) }, report);
    },
  };
}

interface FieldsOf<T> {
  readonly owner: string;
  readonly table: FieldTable<T>;
  readonly at: Span;
}

function decodeFields<T>(node: MapNode, { owner, table, at }: FieldsOf<T>, report: Report): Decoded<T> {
  const rows = Object.entries(table) as [keyof T & string, Field<unknown>][];
  const known: readonly string[] = rows.map(([key]) => key);
  const unknown = node.entries.filter((entry) => !Object.hasOwn(table, entry.key));
  const written = new Map(node.entries.map((entry) => [entry.key, entry]));
  const isAnother = reportUnknown(unknown, node, { owner, known }, report);
  const found: Partial<Record<keyof T & string, unknown>> = {};
  let whole = unknown.length === 0;
  for (const [key, field] of rows) {
    const entry = written.get(key);
    const value = entry && field.shape.decode(entry.value, report, entry.keySpan);
    if (value !== undefined) found[key] = value;
    else if (entry || field.required) whole = false;
    // A misspelt key has been reported; reporting the correct one as missing would repeat it.
    if (!entry && field.required && !isAnother && !unknown.some((each) => nearest(each.key, known) === key))
      report(decodeErrors.at(at, "missing-field", { field: key, owner, what: field.description }));
  }
  return {
    fields: found as Partial<T>,
    keys: recordOf(node.entries.map((entry) => [entry.key, entry.keySpan] as const)),
    whole: whole && Object.values(found).every(isWhole),
    span: node.span,
  };
}

/** True if most keys are unknown here: another kind of map, which is reported as one mistake. */
function reportUnknown(
  unknown: readonly MapEntry[],
  node: MapNode,
  { owner, known }: { readonly owner: string; readonly known: readonly string[] },
  report: Report,
): boolean {
  if (unknown.length === 0) return false;
  const allowed = known.filter((key) => !findEntry(node, key));
  const foreign = unknown.filter(({ key }) => nearest(key, allowed) === undefined);
  const isAnother = foreign.length > 2 && foreign.length * 2 > node.entries.length;
  const others = isAnother ? foreign.slice(1) : [];
  for (const { key, keySpan } of unknown.filter((entry) => !others.includes(entry))) {
    const more = isAnother && key === foreign[0]?.key ? others.map((entry) => entry.key) : [];
    report(decodeErrors.at(keySpan, "unknown-key", { key, more, owner, allowed }));
  }
  return isAnother;
}

function isWhole(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isWhole);
  return !(typeof value === "object" && value !== null && "whole" in value && value.whole === false);
}

/** The first key of a map: a span on one line, to underline instead of the whole map. */
function startOf(node: MapNode): Span {
  return node.entries[0]?.keySpan ?? node.span;
}

function schemaOfFields<T>(table: FieldTable<T>): JsonSchema {
  const rows = Object.entries(table) as [string, Field<unknown>][];
  return {
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(
      rows.map(([key, field]) => [key, { ...field.shape.schema, description: describeField(field) }]),
    ),
    required: rows.flatMap(([key, field]) => (field.required ? [key] : [])),
  };
}

function describeField(field: Field<unknown>): string {
  const standard = field.default === undefined ? "" : ` Default: ${field.default}.`;
  return `${field.description}${standard} Enforced by: ${field.enforcedBy}.`;
}
