export { type FoundNames, findNames } from "./names/find-names.ts";
export { builtInTypeNames, fullNameFor, localName, nameRules } from "./names/written-name.ts";
export type { WrittenKind, WrittenName } from "./names/written-name.ts";
export type { NameRule } from "./decode/names.ts";
export { toJson } from "./syntax/syntax-tree.ts";
