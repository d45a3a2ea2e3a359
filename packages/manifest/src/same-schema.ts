/** Whether two JSON Schemas accept the same values. */
export { isSameSchema } from "./same-schema/same-schema.ts";
