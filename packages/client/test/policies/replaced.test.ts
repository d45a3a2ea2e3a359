import { expect, test } from "vitest";
import type { GuardPolicy } from "../../src/index.ts";
import { additive, contract, deletion } from "../contract.ts";
import { done } from "../fake-connection.ts";
import { check, over } from "../harness.ts";

const closed: GuardPolicy = () => ({ kind: "refuse", reasons: ["own:We are closed."] });
const lenient: GuardPolicy = () => ({ kind: "run", reasons: [] });

test("a guard decides by the policy that it is given", async () => {
  const note = contract({ hints: additive });
  const strict = over(note, () => done(), { policies: { decide: closed } });
  const result = await strict.guard.call(note.name, {});
  expect(!result.ok && result.failure).toMatchObject({ message: "We are closed.", code: "refused_by_guard" });
  await check(
    over(deletion(), () => done(), { policies: { decide: lenient } }),
    "customers.delete",
    "ok",
    1,
  );
});

test("no policy lets a forbidden tool or a call that cannot succeed through", async () => {
  const policies = { decide: lenient };
  const hidden = contract({ riskLevel: "forbidden" });
  await check(
    over(hidden, () => done(), { policies }),
    hidden.name,
    "refused_by_guard",
    0,
  );
  const rocket = contract({ requirements: ["env:production"] });
  const requirements = { "env:production": "unmet" } as const;
  await check(
    over(rocket, () => done(), { policies, requirements }),
    rocket.name,
    "refused_by_guard",
    0,
  );
});

test("a host may forbid a retry, and never allow one that the contract does not make safe", async () => {
  const fail = () => Promise.reject(new Error("gone"));
  const never = { policies: { retry: () => false } };
  await check(over(contract(), fail, never), "customers.get", "transport_error", 1);
  const eager = over(contract({ hints: additive }), fail, { policies: { retry: () => true } });
  await check(eager, "customers.get", "outcome_unknown", 1);
});

test("a host may log more than the open world apart", async () => {
  const log: string[] = [];
  const { guard } = over(contract(), () => done(), {
    policies: { logApart: () => true },
    onOpenWorldCall: ({ tool }) => log.push(tool),
  });
  await guard.call("customers.get", {});
  expect(log).toEqual(["customers.get"]);
});
