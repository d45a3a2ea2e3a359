import type { DiagnosticPage } from "@proviso/compiler/explain";
import { critical, exampleSources } from "@proviso/compiler/page";
import type { IdempotencyProblems } from "./problems.ts";

const paymentsContract = (key: string): DiagnosticPage["wrong"] =>
  exampleSources({
    tool: {
      ...critical,
      title: "Pay for a note",
      description: "Pays for a note. Money that was paid does not come back.",
      owner: "billing",
      inputSchema: "{ invoiceId: name, payeeId: name, reference: name }",
      sideEffects: "[{ pays: The invoice. }]",
      idempotency: `{ key: ${key}, ttl: 24h, onRepeat: Returns the first payment. }`,
      examples: "[{ input: { invoiceId: i-1, payeeId: p-1, reference: May } }]",
    },
    verb: "pay",
    header: "types:\n  name: { type: string, maxLength: 40 }\n",
  });

/** The pages of findings about idempotency keys; `right` is the last generated contract. */
export const idempotencyPages: Readonly<Record<keyof IdempotencyProblems, DiagnosticPage>> = {
  "key-changed": {
    means:
      "The generated package `schemas` says that repeated calls of this tool are known by other fields than the contract names now. What was done under the former key stays remembered until its time ends, and a server with the new contract still finds it: a repetition with exactly the same input is answered and does not run. A repetition that differs in another field was refused under the former key, and runs now. Without a key, only the caller's own idempotency key is looked up.",
    fix: "Keep the former key if a call made before may be repeated with other input: two payments of one invoice, say. If not, go on: `proviso generate` writes the new key, and this is not reported again.",
    wrong: paymentsContract("[payeeId, reference]"),
    right: paymentsContract("[invoiceId]"),
  },
};
