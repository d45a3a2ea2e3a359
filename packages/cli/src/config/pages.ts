import type { DiagnosticPage } from "@proviso/compiler/explain";
import { pagesIn } from "@proviso/compiler/page";
import type { ConfigProblems } from "./problems.ts";
import stored from "./config-pages.json" with { type: "json" };

/** A page for every finding in `proviso.yaml`. */
export const configPages: Readonly<Record<keyof ConfigProblems, DiagnosticPage>> = pagesIn(stored);
