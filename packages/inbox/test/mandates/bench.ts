import type { JsonObject, ToolContract } from "@proviso/manifest";
import type { Reviewer } from "../../../server/src/api/approvals.ts";
import { fakeClock, memoryStore } from "../../../server/src/testing.ts";
import type { Principal } from "../../../server/src/api/outcome.ts";
import type { Mandate, MandateTerms } from "../../src/api/mandate.ts";
import { annaHerself, inboxFixture } from "../approvals/people.ts";
import { anna, highRisk, summary, tool, type Fixture } from "../sample.ts";

export const hour = 60 * 60_000;

/** What servers of one store share. */
export function shared() {
  const clock = fakeClock();
  return { clock, store: memoryStore({ clock }) };
}

/** A tool that moves an amount to somebody. */
export const pay = (changes: Partial<ToolContract> = {}): ToolContract =>
  tool({
    ...highRisk,
    name: "notes.create",
    summary: "Pay {amount} to {to}",
    inputSchema: {
      type: "object",
      properties: { to: { type: "string" }, amount: { type: "number" }, memo: { type: "string" } },
      required: ["to", "amount"],
      additionalProperties: false,
    },
    ...changes,
  });

export const terms = (changes: Partial<MandateTerms> = {}): MandateTerms => ({
  tool: "notes.create",
  caller: { id: "anna", kind: "agent", tenant: "acme" },
  when: 'input.to == "bob" && input.amount <= 50.0',
  count: 2,
  until: Date.parse("2026-01-01T14:00:00Z"),
  contractHash: pay().hash,
  ...changes,
});

/** A server whose tool pays, and what its calls say. */
export function payBench({ tools = [pay()], ...options }: Fixture = {}) {
  const server = inboxFixture({ tools, ...options });
  const contractHash = tools[0]?.hash ?? "";
  const own = (changes: Partial<MandateTerms> = {}): MandateTerms => terms({ contractHash, ...changes });
  const call = async (input: JsonObject, principal: Principal = anna): Promise<string> =>
    summary(await server.callAs(principal)("notes.create", input));
  const pays = (amount = 10, to = "bob"): Promise<string> => call({ to, amount });
  const grant = async (
    changes: Partial<MandateTerms> = {},
    reviewer: Reviewer = annaHerself,
  ): Promise<Mandate> => {
    const granted = await server.desk.mandates.grant(own(changes), reviewer);
    if (!granted.ok) throw new Error(granted.message);
    return granted.mandate;
  };
  return { ...server, pay: pays, callWith: call, grant, terms: own };
}

export const asks = "refused approval_pending";
