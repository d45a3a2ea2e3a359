import type { DiagnosticPage } from "@proviso/compiler/explain";
import { pagesIn } from "@proviso/compiler/page";
import type { LockProblems } from "./problems.ts";
import stored from "./lock-pages.json" with { type: "json" };

/** A page for every finding about `proviso.lock`. The examples show a part of a block. */
export const lockPages: Readonly<Record<keyof LockProblems, DiagnosticPage>> = pagesIn(stored);
