import { typeUnion } from "../../src/hosts/type-union.ts";
import { checkHostRule } from "./check-host-rule.ts";

checkHostRule(typeUnion, {
  valid: { "one type": { inputSchema: "{ note: { type: string } }" } },
  invalid: { gemini: { "a text or nothing": { inputSchema: '{ ⟦note⟧: { type: [string, "null"] } }' } } },
});
