import type { JsonSchema } from "@proviso/manifest";
import { type MapEntry, type MapNode, type Report, type Span, nearest } from "@proviso/compiler";
import { configErrors } from "./problems.ts";

/** The form of a value. One function makes schema and reader, so that editors say the same. */
export interface SettingShape<T> {
  readonly schema: JsonSchema;
  /** The setting's value; undefined, after a report, if it has another form. */
  read(entry: MapEntry, report: Report): T | undefined;
}

/** One key of a map in `proviso.yaml`. */
export interface Setting<T> {
  readonly description: string;
  /** The example shown if the setting is missing. */
  readonly example: string;
  readonly shape: SettingShape<T>;
  readonly required?: true;
  /** What counts if it is not written. */
  readonly fallback?: T;
}

/** The known settings of a map in `proviso.yaml`, in the order in which they are read. */
export type Settings<T> = { readonly [Key in keyof T]-?: Setting<NonNullable<T[Key]>> };

/** Reads a map with known keys. Reports unknown keys, and missing ones `at` the map. */
export function readSettings<T>(node: MapNode, at: Span, settings: Settings<T>, report: Report): Partial<T> {
  const rows = Object.entries(settings) as [keyof T & string, Setting<unknown>][];
  refuseUnknownKeys(
    node,
    rows.map(([key]) => key),
    report,
  );
  const written = new Map(node.entries.map((entry) => [entry.key, entry]));
  const values = rows.flatMap(([key, { shape, required, example, fallback }]) => {
    const entry = written.get(key);
    if (!entry && required) report(configErrors.at(at, "missing-key", { key, example }));
    const value = entry ? shape.read(entry, report) : fallback;
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(values) as Partial<T>;
}

/** What `readSettings` accepts. */
export function schemaOfSettings<T>(settings: Settings<T>): JsonSchema {
  const rows = Object.entries(settings) as [string, Setting<unknown>][];
  const required = rows.flatMap(([key, setting]) => (setting.required ? [key] : []));
  return {
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(
      rows.map(([key, { shape, description }]) => [key, { ...shape.schema, description }]),
    ),
    ...(required.length > 0 ? { required } : {}),
  };
}

export function refuseUnknownKeys(node: MapNode, known: readonly string[], report: Report): void {
  for (const { key, keySpan } of node.entries) {
    if (known.includes(key)) continue;
    report(configErrors.at(keySpan, "unknown-key", { key, nearest: nearest(key, known) }));
  }
}

export function wrongValue(entry: MapEntry, wanted: string, report: Report): undefined {
  report(configErrors.at(entry.value.span, "wrong-value", { key: entry.key, wanted }));
}
