import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { memoryState } from "@proviso/server";
import { readWholeCommandLine } from "../src/commands/options.ts";
import { openBench, scripted, textOf, textTool, yes, type Bench } from "./bench.ts";
import { contractsIn, payments } from "./contracts.ts";

const moveTool = textTool("move", {
  inputSchema: {
    type: "object",
    properties: { amount: { type: "number", minimum: 0, maximum: 1000 } },
    required: ["amount"],
  },
  outputSchema: { type: "object", properties: { amount: { type: "number" } }, required: ["amount"] },
});
const moved = { result: { content: [], structuredContent: { amount: 1 } } };

async function budgetsIn(bench: Bench, budgets: string) {
  const text = `gateway:\n  bank:\n    command: [node, server.js]\n    budgets: ${budgets}\n`;
  writeFileSync(join(bench.folder, "proviso.yaml"), text);
  return (await readWholeCommandLine(["--upstream", "bank"], bench.folder)).budgets ?? {};
}

const open = async (bench: Bench, budgets: string) =>
  bench.open({
    source: scripted(bench.folder, { tools: [moveTool], calls: { move: [moved] } }).source,
    contracts: contractsIn(bench.folder, payments.replace(/ +dryRun: .*\n +metadata: .*\n/, "")),
    state: memoryState(),
    budgets: await budgetsIn(bench, budgets),
  });

test("the operator's budget of an upstream is enforced for every host, and the refusal says whose it is", async () => {
  await using bench = openBench();
  const gateway = await open(
    bench,
    "{ payments.move: { of: input.amount, per: tool, limit: 100, every: 24h } }",
  );
  const move = async (amount: number): Promise<string> => {
    const host = await bench.host(gateway, { answer: yes });
    return textOf(await host.callTool({ name: "move", arguments: { amount } }));
  };
  expect(await move(101)).toContain("the operator's budget is 100 of `input.amount` in 1 day");
  expect(await move(60)).not.toContain("budget");
  expect(await move(60)).toContain("operator's budget");
});

test.each([
  ["a tool that no contract has", "{ payments.moved: { of: input.amount, per: tool, limit: 1, every: 1h } }"],
  ["no map", "[payments.move]"],
  ["no time", "{ payments.move: { of: input.amount, per: tool, limit: 1 } }"],
  ["a time without a unit", "{ payments.move: { of: input.amount, per: tool, limit: 1, every: 24 } }"],
  ["a text as limit", '{ payments.move: { of: input.amount, per: tool, limit: "1", every: 1h } }'],
  [
    "an unknown key",
    "{ payments.move: { of: input.amount, per: tool, limit: 1, every: 1h, currency: EUR } }",
  ],
])("a gateway does not start with a budget of %s", async (_what, budgets) => {
  await using bench = openBench();
  await expect(open(bench, budgets)).rejects.toThrow(/budgets/);
});
