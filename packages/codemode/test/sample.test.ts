// The example of the page "Programs that call tools", over the sample product.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBackoffice, seededPerson, seededPrincipal } from "backoffice-server";
import { expect, test } from "vitest";
import { codemode } from "../src/index.ts";

const page = new URL("../../../apps/docs/src/content/docs/programs.mdx", import.meta.url);
const [, example = ""] = /```js program\n([\s\S]*?)```/.exec(readFileSync(page, "utf8")) ?? [];

test("ten refunds of the sample product are one decision, with the table that the page shows", async () => {
  const folder = mkdtempSync(join(tmpdir(), "proviso-programs-"));
  const { close, desk, server } = await openBackoffice(
    folder,
    undefined,
    "http://127.0.0.1:8485/approvals",
    undefined,
    codemode(),
  );
  try {
    const now = new Date();
    const agent = seededPrincipal("mia", now);
    const principal = seededPerson("mia", now);
    if (!agent || !principal || !desk) throw new Error("the sample has no mia or no inbox");
    const run = () => server.invoke("run_program", { source: example }, { principal: agent });
    const described = await server.invoke("describe_tools", { domain: "orders" }, { principal: agent });
    const { declarations = "" } = (described as { output?: { declarations?: string } }).output ?? {};
    expect(declarations).toContain(
      'refund(input: { orderId: string; amount: { cents: number; currency: "EUR" | "GBP" | "USD" }; reason: "requested_by_customer"',
    );
    expect(await run()).toMatchObject({ kind: "refused", failure: { code: "approval_pending" } });
    const [approval] = await desk.list({ principal }, { isOpen: true });
    expect(approval?.shown.plan).toMatchObject({
      set: { sums: [{ tool: "orders.refund", count: 10, total: "EUR 50.00 in all" }] },
    });
    // Under each call stands what it brings, which is not said again below.
    expect(approval?.shown.message.match(/^ {3}- `.* gets 5\.00 EUR back\.`$/gm)).toHaveLength(10);
    expect(approval?.shown.message).not.toContain("expectedSideEffects");
    expect(await desk.approve(approval?.id ?? "", { principal })).toMatchObject({ ok: true });
    expect(await run()).toMatchObject({
      kind: "completed",
      output: { status: "done", result: { refunded: 10 } },
    });
    expect(await run()).toMatchObject({ kind: "refused", failure: { code: "approval_pending" } });
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
});
