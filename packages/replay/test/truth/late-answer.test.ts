import { expect, test } from "vitest";
import { foldCalls, type RecordedCall, type VerdictKind } from "../../src/index.ts";
import { shop } from "./contracts.ts";

const was = shop();

/** A refund that was refused, because an earlier one of the order had another price. */
function refused(id: string, at: number, cents: number): RecordedCall {
  return {
    id,
    tool: "shop.refund",
    at,
    order: at,
    answeredAt: at,
    endedAt: at,
    principal: { id: "ada", kind: "agent" },
    caller: { permissions: ["shop:pay", "shop:read"] },
    input: { id: 1, cents },
    isWhole: true,
    contractHash: was.tools.find(({ name }) => name === "shop.refund")?.hash ?? "",
    isDryRun: false,
    hasPolicies: false,
    was: { kind: "refused", code: "idempotency_conflict" },
    isApproved: false,
  };
}

test("an answer that nobody gave may come minutes later, so the key of its call may be held as much longer", async () => {
  const manifest = shop(["refund", "ttl: 1d", "ttl: 10m"]);
  const found: VerdictKind[] = [];
  // The key would be held for 600 s from the answer on.
  const calls = [refused("a", 0, 100), refused("b", 617_000, 200), refused("c", 3_000_000, 300)];
  await foldCalls({ calls, pauses: [], hasInbox: false }, { manifest, was }, ({ verdict }) =>
    found.push(verdict.kind),
  );
  expect(found).toEqual(["now-asks", "undecidable", "now-asks"]);
});
