import type { DiagnosticPage } from "@proviso/compiler/explain";
import { pagesIn } from "@proviso/compiler/page";
import type { WaiverProblems } from "./problems.ts";
import stored from "./waiver-pages.json" with { type: "json" };

/** A page for every finding about a waiver. In the examples, nothing has changed. */
export const waiverPages: Readonly<Record<keyof WaiverProblems, DiagnosticPage>> = pagesIn(stored);
