import { sensitiveIdempotencyKey } from "../../src/rules/sensitive-idempotency-key.ts";
import { checkRule } from "./check-rule.ts";

const inputSchema =
  "{ id: string, pin?: { type: string, sensitive: true }, code?: { type: integer, writeOnly: true }, apiKey?: string, holder?: person, other?: person }";
const keyed = (key: string): Readonly<Record<string, string>> => ({
  inputSchema,
  idempotency: `{ key: [${key}], onRepeat: The same. }`,
});

checkRule(sensitiveIdempotencyKey, {
  valid: {
    "other arguments": keyed("id"),
    "no key but the caller's": { inputSchema, idempotency: "{ ttl: 1h }" },
  },
  invalid: {
    "a sensitive argument": keyed("id, ⟦pin⟧"),
    "one that is only written": keyed("⟦code⟧"),
    "one with the name of a secret": keyed("⟦apiKey⟧, id"),
    "those in which something sensitive is": keyed("⟦holder⟧, ⟦other⟧"),
  },
  header: "types: { birthday: { type: date, sensitive: true }, person: { name: string, born?: birthday } }\n",
});
