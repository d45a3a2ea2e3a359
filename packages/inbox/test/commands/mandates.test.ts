import { expect, test } from "vitest";
import { codeOf, say, startBench } from "./terminal-bench.ts";

test("an operator lists what was approved beforehand, and revokes it", async () => {
  const bench = startBench();
  const olga = { id: "olga", tenant: "acme", kind: "user", permissions: ["refunds:write"] } as const;
  const granted = await bench.approvals.desk.mandates.grant(
    {
      tool: "refunds.pay",
      caller: { id: "anna", kind: "agent", tenant: "acme" },
      when: "input.amount <= 10.0 && input.to != '\u001b'",
      count: 3,
      total: { of: "amount", limit: 30 },
      until: Date.now() + 60_000,
      contractHash: "a".repeat(64),
    },
    { principal: { ...olga, authTime: Math.floor(Date.now() / 1000) } },
  );
  if (!granted.ok) throw new Error(granted.message);
  expect(codeOf(await bench.call())).toBe("completed");
  const { code, out } = await say("mandates", bench.folder);
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(
      /active +anna@acme +refunds\.pay +1 of 3 +10 of 30 amount .* olga +input\.amount <= 10\.0/,
    ),
  ]);
  expect(out).not.toContain("\u001b");
  const [, short = ""] = /\n([\da-f]{16}) /.exec(out) ?? [];
  const revoke = (subject: string) =>
    say("revoke", bench.folder, subject, "--as", "otto", "--reason", "Enough.");
  expect(await revoke("abc")).toMatchObject({ code: 2 });
  expect(await revoke("0".repeat(16))).toMatchObject({ code: 2 });
  expect(await revoke(short)).toEqual({ code: 0, out: `revoked ${short} refunds.pay`, err: "" });
  expect(await revoke(short)).toMatchObject({ code: 1 });
  expect(codeOf(await bench.call(9))).toBe("approval_pending");
  expect((await say("list", bench.folder, "--all")).out).toContain("consumed");
  expect(JSON.parse((await say("mandates", bench.folder, "--json")).out)).toMatchObject([
    { state: "revoked" },
  ]);
});
