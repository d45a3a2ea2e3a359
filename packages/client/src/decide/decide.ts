import { type SeenData, guardAskRules, sendsTainted } from "@proviso/manifest";
import { type AskRule, askWhen, type GuardPolicy } from "./policy.ts";
import type { SessionFacts } from "./session.ts";

/** The default policy: asks if any rule applies; `askWhen` adds the mandatory decisions. */
export const decide: GuardPolicy = askWhen(
  ...guardAskRules.map(([reason, applies]): AskRule => [reason, (tool, _session, env) => applies(tool, env)]),
  ["sends_out", (tool, session) => sendsTainted(tool, seenIn(session))],
);

function seenIn({ untrustedFrom, privateFrom }: SessionFacts): SeenData {
  return { untrusted: untrustedFrom.length > 0, private: privateFrom.length > 0 };
}
