import { guardAskRules } from "@proviso/manifest";
import type { PolicyFacts } from "../tool/claims.ts";
import { type AskRule, askWhen, type Policy } from "./policy.ts";
import type { SessionFacts } from "./session.ts";

/** The default policy: asks if any rule applies; `askWhen` adds the mandatory decisions. */
export const decide: Policy = askWhen(
  ...guardAskRules.map(([reason, applies]): AskRule => [reason, (tool, _session, env) => applies(tool, env)]),
  ["sends_out", (tool, session) => tool.dataFlow.sendsOut && isTainted(tool, session)],
);

function isTainted(tool: PolicyFacts, session: SessionFacts): boolean {
  return session.untrustedFrom.length > 0 && (session.privateFrom.length > 0 || tool.dataFlow.readsPrivate);
}
