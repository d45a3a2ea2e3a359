const writeType = (type: string): string => `write \`${type}\``;
const listAdvice = "a list is written `T[]`, such as `string[]`";
const objectAdvice =
  "write a map of properties, or `{ type: object, additionalProperties: true }` for anything";
const absentAdvice =
  "a property that may be left out is `name?`; one that may be null is `{ type: [string, 'null'] }`";

/** Names of types in other languages, with the advice for each. */
const foreignTypes: ReadonlyMap<string, string> = new Map([
  ...["int", "int32", "int64", "long", "short", "bigint"].map(
    (name) => [name, writeType("integer")] as const,
  ),
  ...["float", "double", "decimal", "numeric"].map((name) => [name, writeType("number")] as const),
  ...["str", "text", "char", "varchar"].map((name) => [name, writeType("string")] as const),
  ...["datetime", "timestamp"].map((name) => [name, writeType("date-time")] as const),
  ...["array", "list"].map((name) => [name, listAdvice] as const),
  ...["object", "dict", "map", "record"].map((name) => [name, objectAdvice] as const),
  ...["unknown", "json", "anything"].map((name) => [name, writeType("any")] as const),
  ...["null", "none", "nil", "undefined"].map((name) => [name, absentAdvice] as const),
  ["bool", writeType("boolean")],
  ["url", writeType("uri")],
  ["guid", writeType("uuid")],
]);

export function adviseOnType(name: string): string | undefined {
  return foreignTypes.get(name.toLowerCase());
}
