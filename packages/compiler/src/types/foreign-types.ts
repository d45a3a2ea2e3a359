const write = (type: string): string => `write \`${type}\``;
const list = "a list is written `T[]`, such as `string[]`";
const object = "write a map of properties, or `{ type: object, additionalProperties: true }` for anything";
const absent =
  "a property that may be left out is `name?`; one that may be null is `{ type: [string, 'null'] }`";

/** Names of types in other languages, with the advice for each. */
const foreignTypes: ReadonlyMap<string, string> = new Map([
  ...["int", "int32", "int64", "long", "short", "bigint"].map((name) => [name, write("integer")] as const),
  ...["float", "double", "decimal", "numeric"].map((name) => [name, write("number")] as const),
  ...["str", "text", "char", "varchar"].map((name) => [name, write("string")] as const),
  ...["datetime", "timestamp"].map((name) => [name, write("date-time")] as const),
  ...["array", "list"].map((name) => [name, list] as const),
  ...["object", "dict", "map", "record"].map((name) => [name, object] as const),
  ...["unknown", "json", "anything"].map((name) => [name, write("any")] as const),
  ...["null", "none", "nil", "undefined"].map((name) => [name, absent] as const),
  ["bool", write("boolean")],
  ["url", write("uri")],
  ["guid", write("uuid")],
]);

export function adviseOnType(name: string): string | undefined {
  return foreignTypes.get(name.toLowerCase());
}
