import type { DiagnosticPage } from "@proviso/compiler/explain";
import { pagesIn } from "@proviso/compiler/page";
import type { IdempotencyProblems } from "./problems.ts";
import stored from "./idempotency-pages.json" with { type: "json" };

/** The pages of findings about idempotency keys; `right` is the last generated contract. */
export const idempotencyPages: Readonly<Record<keyof IdempotencyProblems, DiagnosticPage>> = pagesIn(stored);
