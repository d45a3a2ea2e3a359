import type { Json, JsonObject, JsonSchema } from "../contract/contract.ts";
import { isObject, objectOf } from "../contract/is-object.ts";
import { typeNameIn } from "../json-schema/type-name-in.ts";

/** A CEL type, and how a JSON value becomes one of its values. */
export interface CelType {
  readonly name: string;
  readonly convert: (celValue: Json) => unknown;
}

/** A record type: CEL tells types apart by constructor, so each record type has its own class. */
export interface RecordType {
  readonly name: string;
  readonly make: new () => Record<string, unknown>;
  readonly fields: Record<string, string>;
}

export interface InputTypes {
  readonly input: CelType;
  readonly records: readonly RecordType[];
}

interface CelScope {
  readonly defs: JsonObject;
  readonly named: Map<string, CelType>;
  readonly records: RecordType[];
  readonly names: Set<string>;
}

const celAny: CelType = { name: "dyn", convert: (celValue) => celValue };
const celScalars: Readonly<Record<string, CelType>> = {
  string: { name: "string", convert: (celValue) => celValue },
  boolean: { name: "bool", convert: (celValue) => celValue },
  // JSON numbers are doubles; CEL's `int` would be a BigInt.
  integer: { name: "double", convert: (celValue) => celValue },
  number: { name: "double", convert: (celValue) => celValue },
};

/** The CEL types for an input schema. Schemas without a matching CEL type are `dyn`. */
export function inputTypes(schema: JsonSchema): InputTypes {
  const celScope: CelScope = {
    defs: objectOf(schema["$defs"]),
    named: new Map(),
    records: [],
    names: new Set(),
  };
  return { input: objectCelType(schema, "input", celScope), records: celScope.records };
}

/** Makes a record type with known fields, and the function that builds its values. */
export function recordType(name: string, fields: ReadonlyMap<string, CelType>): [CelType, RecordType] {
  // oxlint-disable-next-line typescript/no-extraneous-class -- CEL tells types apart by constructor, so there must be one
  const make = class {} as new () => Record<string, unknown>;
  const convert = (celValue: Json): unknown => {
    if (!isObject(celValue)) return celValue;
    const celRecord = new make();
    for (const [key, type] of fields) {
      const field = Object.hasOwn(celValue, key) ? celValue[key] : undefined;
      if (field !== undefined) defineField(celRecord, key, type.convert(field));
    }
    return celRecord;
  };
  const types = Object.fromEntries([...fields].map(([key, type]) => [key, type.name]));
  return [
    { name, convert },
    { name, make, fields: types },
  ];
}

function celTypeOf(schema: Json | undefined, path: string, celScope: CelScope): CelType {
  if (!isObject(schema)) return celAny;
  const reference = schema["$ref"];
  if (typeof reference === "string") return namedCelType(reference, celScope);
  if (schema["enum"] !== undefined) return celTypeOfValues(schema["enum"] as readonly Json[]);
  if (schema["const"] !== undefined) return celTypeOfValues([schema["const"]]);
  const schemaBranches = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(schemaBranches)) return unionCelType(schemaBranches, path, celScope);
  const type = schema["type"];
  if (typeof type !== "string") return celAny;
  if (type === "array") return listCelType(schema, path, celScope);
  if (type === "object")
    return hasFields(schema)
      ? objectCelType(schema, uniqueName(path, celScope), celScope)
      : mapCelType(schema, path, celScope);
  return celScalars[type] ?? celAny;
}

/** Registers named types before reading their fields, because they may refer to themselves. */
function namedCelType(reference: string, celScope: CelScope): CelType {
  const name = typeNameIn(reference);
  const known = celScope.named.get(name);
  if (known) return known;
  const schema = celScope.defs[name];
  const placeholder = {
    name: uniqueName(name, celScope),
    convert: (celValue: Json): unknown => resolved.convert(celValue),
  };
  const isRecord = isObject(schema) && schema["type"] === "object" && hasFields(schema);
  celScope.named.set(name, isRecord ? placeholder : celAny);
  const resolved: CelType = isRecord
    ? objectCelType(schema, placeholder.name, celScope)
    : celTypeOf(schema, name, celScope);
  celScope.named.set(name, resolved);
  return resolved;
}

function objectCelType(schema: JsonObject, name: string, celScope: CelScope): CelType {
  const entries = Object.entries(objectOf(schema["properties"]));
  const fields = new Map(entries.map(([key, field]) => [key, celTypeOf(field, `${name}.${key}`, celScope)]));
  const [type, celRecord] = recordType(name, fields);
  celScope.records.push(celRecord);
  return type;
}

function mapCelType(schema: JsonObject, path: string, celScope: CelScope): CelType {
  const valueType = celTypeOf(schema["additionalProperties"], `${path}.value`, celScope);
  return { name: `map<string, ${valueType.name}>`, convert: (map) => convertMap(map, valueType) };
}

/** A record has known fields, so that using another one is an error; other objects are maps. */
function hasFields(schema: JsonObject): boolean {
  return schema["properties"] !== undefined || schema["additionalProperties"] === false;
}

/** A readable name for the record that has no meaning in CEL's type notation. */
function uniqueName(path: string, celScope: CelScope): string {
  const base = `types.${path.replaceAll(/[^\w.]/g, "_")}`;
  const name = celScope.names.has(base) ? `${base}.${celScope.names.size}` : base;
  celScope.names.add(name);
  return name;
}

function listCelType(schema: JsonObject, path: string, celScope: CelScope): CelType {
  const itemType = schema["prefixItems"] ? celAny : celTypeOf(schema["items"], `${path}.item`, celScope);
  const convert = (list: Json): unknown =>
    Array.isArray(list) ? list.map((celValue) => itemType.convert(celValue)) : list;
  return { name: `list<${itemType.name}>`, convert };
}

function unionCelType(schemaBranches: readonly Json[], path: string, celScope: CelScope): CelType {
  const types = schemaBranches.map((branch, index) => celTypeOf(branch, `${path}.branch${index}`, celScope));
  const [first] = types;
  const isOneScalar = first && Object.values(celScalars).some((type) => type.name === first.name);
  return isOneScalar && types.every((type) => type.name === first.name) ? first : celAny;
}

function celTypeOfValues(values: readonly Json[]): CelType {
  const kinds = new Set(values.map((celValue) => typeof celValue));
  const [kind] = kinds;
  return (kinds.size === 1 && kind && celScalars[kind]) || celAny;
}

function convertMap(celValue: Json, type: CelType): unknown {
  if (!isObject(celValue)) return celValue;
  return new Map(Object.entries(celValue).map(([key, item]) => [key, type.convert(item)]));
}

/** Not an assignment, because a field may be called `__proto__`. */
function defineField(celRecord: Record<string, unknown>, key: string, celValue: unknown): void {
  Object.defineProperty(celRecord, key, { value: celValue, enumerable: true });
}
