import type { Asked } from "@proviso/manifest";
import { expect, test } from "vitest";
import { type AgentTool, agentView } from "../src/agents/agent-view.ts";
import { proofOf, type ProvedClaim } from "../src/agents/proofs.ts";
import { approvalSentence, shortened, verdictSentence } from "../src/agents/agent-words.ts";

/** A tool by what it does: `reads returns sends fetches`, its permissions, and when a person is asked. */
function tool(name: string, flow: string, permissions: string, server: Asked = "always"): AgentTool {
  return {
    name,
    permissions: permissions.split(" ").filter(Boolean),
    dataFlow: {
      readsPrivate: flow.includes("reads"),
      returnsUntrusted: flow.includes("returns"),
      sendsOut: flow.includes("sends"),
    },
    sendsUnasked: flow.includes("fetches"),
    does: flow.includes("sends") ? ["sends to outsiders"] : ["only reads"],
    asked: { server, test: server, live: server },
  };
}

const reader = tool("crm.get", "reads", "crm:read", "never");
const inbox = tool("mail.read", "returns", "mail:read", "never");
const sender = tool("mail.send", "sends", "mail:send");
const fetcher = tool("web.fetch", "returns fetches", "web:fetch", "never");
const all = [reader, inbox, sender, fetcher];

test("a sender that a person confirms makes a trifecta that only a person prevents", () => {
  const view = agentView(all, new Set(["crm:read", "mail:read", "mail:send"]));
  expect([view.verdict, view.enough]).toEqual(["confirmed", ["crm:read", "mail:read", "mail:send"]]);
  expect(approvalSentence(view)).toBe(
    "The server asks a person before every call of it, unless one approved it beforehand.",
  );
});

test("an address that the agent chooses is a way out that nobody confirms", () => {
  const view = agentView(all, new Set(["crm:read", "web:fetch"]));
  expect([view.verdict, view.enough]).toEqual(["unconfirmed", ["crm:read", "web:fetch"]]);
  expect(view.legs.sends.tools).toEqual([fetcher]);
  expect(approvalSentence(view)).toBe("The server asks a person before every call of none of them.");
});

test("counts an effect as unasked only where an unasked branch has it", () => {
  const unasked = { server: ["only reads"], live: ["only reads"] };
  const { effects } = agentView([{ ...sender, asked: reader.asked, unasked }], new Set(["mail:send"]));
  expect(effects).toEqual([
    { word: "sends to outsiders", tools: 1, unasked: { server: 0, guard: 0 }, cut: ["mail:send"] },
  ]);
});

test("without one capability there is no trifecta, and the missing one is named", () => {
  const view = agentView(all, new Set(["mail:read", "mail:send"]));
  expect([view.verdict, verdictSentence(view)]).toEqual(["none", "This agent cannot read private data."]);
});

test("each capability says which permissions to take away", () => {
  const { legs } = agentView(all, new Set(["crm:read", "mail:read", "mail:send", "web:fetch"]));
  expect([legs.reads.cut, legs.returns.cut, legs.sends.cut]).toEqual([
    ["crm:read"],
    ["mail:read", "web:fetch"],
    ["mail:send", "web:fetch"],
  ]);
});

test("the default guard asks about a sender once the session has seen what this agent can see", () => {
  const mild = tool("mail.reply", "sends", "mail:send", "sometimes");
  const tainted = agentView([reader, inbox, mild], new Set(["crm:read", "mail:read", "mail:send"]));
  expect([tainted.approved.byServer, tainted.approved.byGuard]).toEqual([0, 1]);
  const clean = agentView([reader, inbox, mild], new Set(["mail:send"]));
  expect(clean.approved.byGuard).toBe(0);
});

test("a long list of permissions is shortened, and says how many more there are", () => {
  const names = Array.from({ length: 300 }, (_, index) => `p${index}`);
  expect(shortened(names)).toEqual({ all: "all 300 of ", first: names.slice(0, 8), more: " and 292 more" });
  expect(shortened(names.slice(0, 9))).toEqual({ all: "all 9 of ", first: names.slice(0, 9), more: "" });
});

test("a sentence has a proof where a guarantee says it of these permissions, and of no more", () => {
  const held = new Set(["crm:read", "mail:read", "mail:send"]);
  const view = agentView(all, held);
  const idOf = (...proofs: ProvedClaim[]): unknown => proofOf(proofs, view, held)?.id;
  expect(idOf({ id: 1, permissions: ["crm:read", "mail:read"] }, { id: 2 })).toBe(2);
  expect(idOf({ id: 1, permissions: [...held, "web:fetch"] })).toBe(1);
  expect(idOf({ id: 1, permissions: ["crm:read", "mail:read"] })).toBeUndefined();
  const unsafe = agentView(all, new Set(["crm:read", "web:fetch"]));
  expect(proofOf([{ id: 1 }], unsafe, new Set())).toBeUndefined();
});
