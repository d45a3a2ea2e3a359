import { type DiagnosticTable, defineDiagnostics } from "@proviso/compiler";
import { timeSpan } from "@proviso/manifest";

export interface IdempotencyProblems {
  readonly "key-changed": {
    readonly tool: string;
    readonly former: readonly string[];
    /** The fields of the new key; empty if the contract names none any more. */
    readonly key: readonly string[];
    /** How long outcomes are stored under the former key. */
    readonly ttlMs: number;
  };
}

export const idempotencyErrors: DiagnosticTable<IdempotencyProblems> = defineDiagnostics<IdempotencyProblems>(
  "idempotency",
  {
    "key-changed": {
      severity: "warning",
      message({ tool, former, key, ttlMs }) {
        const start = `repeated calls of \`${tool}\` were known by ${listedFields(former)} and`;
        return key.length > 0
          ? `${start} are now known by ${listedFields(key)}; for ${timeSpan(ttlMs)} after a call made before, its repetition runs again unless all of its input is the same`
          : `${start} now have no key; the repetition of a call made before runs again unless it carries the caller's own idempotency key`;
      },
      hint({ key, ttlMs }) {
        const repeated = key.length > 0 ? "repeated with other input" : "repeated";
        return `keep the former key, or make sure that no call is ${repeated} until ${timeSpan(ttlMs)} after the change; once generated, the new key is not reported again`;
      },
    },
  },
);

function listedFields(fields: readonly string[]): string {
  return fields.map((field) => `\`${field}\``).join(", ");
}
