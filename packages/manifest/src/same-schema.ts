/** Whether two JSON Schemas accept the same values, and the steps of the normal form that shows it. */
export { joinTypes } from "./same-schema/join-types.ts";
export { mergeAllOf } from "./same-schema/merge-all-of.ts";
export { resolvePointer } from "./same-schema/resolve-pointer.ts";
export { isSameSchema } from "./same-schema/same-schema.ts";
