import type { Verdict } from "../check-pages.ts";
import { diffLogIn } from "./diff-log-in.ts";
import { inboxUntil } from "./inbox-until.ts";
import { inspectorPrincipal } from "./inspector-principal.ts";

/** What is said of calls elsewhere than on the pages of tools, each with the calls that show it. */
export const elsewhere: readonly Elsewhere[] = [
  { kind: "inbox", check: inboxUntil },
  { kind: "inspector", check: inspectorPrincipal },
  { kind: "diff", check: diffLogIn },
];

interface Elsewhere {
  readonly kind: string;
  readonly check: () => Promise<readonly Verdict[]>;
}
