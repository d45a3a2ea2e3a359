/** Whether two JSON Schemas accept the same values, with the steps of the normal form. */
export { annotations, comparedKeywords } from "./json-schema/keywords.ts";
export { withoutIdleDefaults, withoutOwnIdleDefaults } from "./json-schema/idle-defaults.ts";
export { joinTypes } from "./json-schema/join-types.ts";
export { listedSchema } from "./json-schema/listed-schema.ts";
export { mergeAllOf } from "./json-schema/merge-all-of.ts";
export { resolvePointer } from "./json-schema/resolve-pointer.ts";
export { isSameSchema } from "./json-schema/same-schema.ts";
