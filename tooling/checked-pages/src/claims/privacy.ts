import type { Json } from "@proviso/manifest";
import { callOf } from "../observe/observe-tool.ts";
import type { Claim, Evidence } from "./claim.ts";

/** What a call or its dry run returned of people, beside what the caller had sent. */
function told({ seen }: Evidence): readonly string[] {
  const [dryRun, plain] = [seen.calls.get("as a dry run")?.outcome, callOf(seen, "plain").outcome];
  const returned: Json[] = [
    ...(dryRun?.kind === "planned" ? [dryRun.plan as unknown as Json] : []),
    ...(plain.kind === "completed" ? [plain.output] : []),
  ];
  const text = JSON.stringify(returned);
  const sent = JSON.stringify(seen.input);
  return [...seen.personal].filter((value) => text.includes(value) && !sent.includes(value));
}

const means = "neither the result nor the plan has data of people";
const says = /(?:Sees|Returns) no private data(?:, and shows none in its plan)?\./;
const rest = {
  means,
  isTrue: (all: Evidence) => told(all).length === 0,
  instead: (all: Evidence) => `it returned ${told(all).join(", ")}`,
};

/** Whether a tool tells of people. */
export const privacy: Claim = {
  kind: "privacy",
  rows: [
    { place: "label", says, ...rest },
    { place: /^(?:Sees|Returns) and sends$/, says, ...rest },
    { place: "data readsPrivate", says: /^false$/, ...rest },
  ],
};
