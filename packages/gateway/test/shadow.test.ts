// A candidate's contracts judge a gateway's calls, and change none of them.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCommandLine } from "../src/commands/options.ts";
import { openFromLine } from "../src/commands/serve.ts";
import { openBench, scripted, textTool, yes } from "./bench.ts";
import { contractsIn, payments } from "./contracts.ts";

const tools = [textTool("pay"), textTool("wipe"), textTool("other", { annotations: { readOnlyHint: true } })];
const paid = {
  result: { content: [{ type: "text", text: "paid" }], structuredContent: { id: "p", amount: 5 } },
};
const pay = { name: "pay", arguments: { id: "p1", amount: 5 } };

test("a candidate judges by the upstream's list, a tool without a contract is the same to it, and the host sees nothing", async () => {
  await using bench = openBench();
  const { calls, source } = scripted(bench.folder, { tools, calls: { pay: [paid], other: [paid] } });
  const file = join(bench.folder, "shadow.jsonl");
  const next = payments.replace("minimum: 0, maximum: 1000", "minimum: 0, maximum: 4");
  const candidate = { contracts: await contractsIn(join(bench.folder, "next"), next), file };
  const contracts = await contractsIn(bench.folder, payments);
  const gateway = await bench.open({ source, contracts, candidate });
  const host = await bench.host(gateway, { answer: yes });
  const second = await bench.host(gateway, { answer: yes });
  await second.callTool({ name: "other", arguments: { text: "a" } });
  expect(await host.callTool(pay)).toMatchObject({ structuredContent: { amount: 5 } });
  // Calls are judged one after the other, so the first one is no difference.
  await expect.poll(() => existsSync(file)).toBe(true);
  await expect
    .poll(() => readFileSync(file, "utf8"))
    .toMatch(
      /^\{.*"tool":"payments\.pay".*"now-refused","code":"invalid_input","was":\{"kind":"asked"\}\}\n$/,
    );
  expect(calls().map(([name]) => name)).toEqual(["other", "pay"]);
});

test("`--shadow` names the candidate; one that cannot be read is reported and stops nothing", async () => {
  await using bench = openBench();
  const { source } = scripted(bench.folder, { tools, calls: { pay: [paid] } });
  if (!("command" in source)) throw new TypeError("a command");
  await contractsIn(join(bench.folder, "now"), payments);
  await contractsIn(join(bench.folder, "next"), payments.replace("maximum: 1000", "maximum: 4"));
  for (const folder of ["next", "nowhere"]) {
    const words = ["--contracts", "now", "--shadow", folder, "--data", `data-${folder}`, "--no-inbox", "--"];
    const line = readCommandLine([...words, source.command, ...source.args], bench.folder);
    const reported: string[] = [];
    const host = { color: false, out: () => {}, err: (text: string) => void reported.push(text) };
    const gateway = await openFromLine(line, host as never);
    const file = join(bench.folder, `data-${folder}/shadow.jsonl`);
    try {
      const client = await bench.host(gateway, { answer: yes });
      expect(await client.callTool(pay)).toMatchObject({ structuredContent: { amount: 5 } });
      if (folder === "next")
        await expect
          .poll(() => (existsSync(file) ? readFileSync(file, "utf8") : ""))
          .toMatch(/"now-refused".*\n$/);
      else expect(reported.join()).toMatch(/nothing is judged by .*nowhere: there is no folder/);
    } finally {
      await gateway.close();
    }
  }
});
