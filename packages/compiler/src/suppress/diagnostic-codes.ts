import { decodeErrors } from "../decode/problems.ts";
import type { Severity } from "../report/diagnostic.ts";
import { hostRules } from "../hosts/host-rules.ts";
import { parseErrors } from "../syntax/parse-problems.ts";
import { resolveErrors } from "../resolve/problems.ts";
import { rules } from "../rules/rules.ts";
import { suppressErrors } from "./problems.ts";
import { typeErrors } from "../schemas/problems.ts";

/** The default severity of each code, in the order of the stages. */
export const defaultSeverities: ReadonlyMap<string, Severity> = new Map([
  ...[parseErrors, decodeErrors, typeErrors, resolveErrors].flatMap((table) =>
    Object.entries(table.severities),
  ),
  ...rules.map(({ code, severity }) => [code, severity] as const),
  ...hostRules.map(({ code, severity }) => [code, severity] as const),
  ...Object.entries(suppressErrors.severities),
]);

/** All diagnostic codes, in the order of the stages. A code never changes its meaning. */
export const diagnosticCodes: readonly string[] = [...defaultSeverities.keys()];
