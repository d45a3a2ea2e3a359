import { expect, test } from "vitest";
import {
  agencyPolicy,
  createGuard,
  decide,
  explainReason,
  freshSession,
  isAgentic,
  strictest,
  superviseAgents,
} from "../../src/index.ts";
import type { GuardPolicy } from "../../src/index.ts";
import { contract, destructive } from "../contract.ts";
import { done, fakeConnection } from "../fake-connection.ts";
import { unverified } from "../unverified.ts";
import { check } from "./check-policy.ts";

test('000: "agencyHint: true + destructiveHint: true → candidate for stricter human-in-the-loop controls"', () => {
  const hints = { ...destructive, agencyHint: true };
  check(agencyPolicy, contract({ hints }), "test", "ask", "agency");
});

test('000: "agencyHint: true + readOnlyHint: true → lower risk": it runs', () => {
  check(agencyPolicy, contract({ hints: { ...contract().hints, agencyHint: true } }), "live", "run");
});

test('000: "may perform", "advisory": a tool that is not agentic is left to other policies', () => {
  const { agencyHint: _, ...silent } = destructive;
  check(agencyPolicy, contract({ hints: { ...destructive, agencyHint: false } }), "live", "run");
  check(agencyPolicy, contract({ hints: silent }), "live", "run");
});

test('000: "must not assume that a missing agencyHint implies anything": the unknown asks', () => {
  check(agencyPolicy, unverified("unpinned"), "test", "ask", "unpinned");
});

test('000: "Apply stronger confirmation": a policy that asks before every agent can be switched on', () => {
  const harmless = contract({ hints: { ...contract().hints, agencyHint: true } });
  check(superviseAgents, harmless, "test", "ask", "agentic");
  check(superviseAgents, contract(), "live", "run");
  check(superviseAgents, contract({ hints: { ...contract().hints, agencyHint: false } }), "live", "run");
});

test('000: "disable or sandbox such tools": a host refuses what is agentic, and nothing else', () => {
  const refuseAgents: GuardPolicy = (tool) => {
    const hints = "kind" in tool ? tool.claims.hints : tool.hints;
    return hints.agencyHint ? { kind: "refuse", reasons: ["own:No agents."] } : { kind: "run", reasons: [] };
  };
  const fenced = strictest(decide, refuseAgents);
  check(
    fenced,
    contract({ hints: { ...contract().hints, agencyHint: true } }),
    "test",
    "refuse",
    "own:No agents.",
  );
  check(fenced, unverified("unpinned", { agencyHint: true }), "test", "refuse", "own:No agents.");
  check(fenced, contract(), "test", "run");
});

test('000: "clearer explanations": the reason says what an agentic tool does', () => {
  const agent = contract({ hints: { ...destructive, agencyHint: true } });
  const facts = { dryRun: false, unmetRequirements: [] };
  const said = [agencyPolicy, superviseAgents].map((policy) =>
    policy(agent, facts, freshSession, "test").reasons.map((reason) => explainReason(reason)),
  );
  expect(said).toEqual([
    ["It acts on its own in several steps, and can destroy."],
    ["It acts on its own in several steps."],
  ]);
});

test("000: a server that does not know the hint is served as before", async () => {
  const silent = { name: "get", inputSchema: {}, annotations: { readOnlyHint: true }, meta: {} };
  const policies = { decide: strictest(decide, agencyPolicy, superviseAgents) };
  const connection = fakeConnection([silent], () => done());
  const guard = createGuard(connection, { env: "test", trustAnnotations: true, policies });
  expect(await guard.call("get", {})).toMatchObject({ ok: true });
});

test("000: `execution.taskSupport` says how a tool is run, not that it is an agent", async () => {
  const execution = { taskSupport: "required" };
  const task = { name: "get", inputSchema: {}, annotations: {}, execution, meta: {} };
  const { tools } = await createGuard(fakeConnection([task], () => done())).inspect();
  expect([...tools.groupBy("agency").keys()]).toEqual(["not stated"]);
  expect(tools.tools.some(({ claims }) => claims && isAgentic(claims))).toBe(false);
});

test("000: a tool that calls itself no agent is trusted no more for it", () => {
  for (const policy of [agencyPolicy, superviseAgents, decide])
    for (const why of ["unpinned", "drifted"] as const)
      check(policy, unverified(why, { agencyHint: false }), "test", "ask", why);
});
