import { decodeErrors } from "./decode/problems.ts";
import { parseErrors } from "./parse.ts";
import { resolveErrors } from "./resolve/problems.ts";
import { rules } from "./rules/rules.ts";
import { suppressErrors } from "./suppress/problems.ts";
import { typeErrors } from "./type-expression/problems.ts";

/** Every code that a diagnostic can have, in the order of the stages. A code never changes its meaning. */
export const diagnosticCodes: readonly string[] = [
  ...[parseErrors, decodeErrors, typeErrors, resolveErrors].flatMap((table) => table.codes),
  ...rules.map((rule) => rule.code),
  ...suppressErrors.codes,
];
