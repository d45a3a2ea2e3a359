// A product whose tool waits for the inbox, and two tools with which a person decides there, whichever way in leads to it.
import { appendFileSync } from "node:fs";
import type { ApprovalDesk } from "../../src/api/approval-desk.ts";
import type { EnforcingServer } from "../../../server/src/api/outcome.ts";
import type { Opening } from "../../../server/test/ways/product.ts";
import { anna, fixture, highRisk, tool } from "../sample.ts";

const tools = [
  tool({ ...highRisk, name: "notes.later", confirmation: { kind: "always", by: "inbox" } }),
  tool({ name: "notes.person_approves" }),
  tool({ name: "notes.person_denies" }),
];

/** The person for whom anna's agent acts, who decides about what waits with the same text. */
async function decide(desk: ApprovalDesk, verdict: "approve" | "deny", text: string): Promise<void> {
  const person = { principal: { ...anna, kind: "user" } } as const;
  for (const { id, shown, state } of await desk.list(person))
    if (state === "pending" && shown.input["text"] === text) await desk[verdict](id, person);
}

export function openProduct(effects: string): EnforcingServer {
  const handler =
    (name: string, verdict?: "approve" | "deny") =>
    async ({ text }: { readonly text: string }): Promise<object> => {
      appendFileSync(effects, `${name} ${text}\n`);
      if (verdict) await decide(made.desk, verdict, text);
      return { id: text };
    };
  const made: ReturnType<typeof fixture> = fixture({
    tools,
    approvals: {},
    handlers: {
      "notes.later": handler("notes.later"),
      "notes.person_approves": handler("notes.person_approves", "approve"),
      "notes.person_denies": handler("notes.person_denies", "deny"),
    } as never,
  });
  return made.server;
}

export const opening: Opening = {
  here: openProduct,
  program: new URL("./fixtures/stdio-server.ts", import.meta.url).pathname,
};
