import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { openBench, serverFile, textOf, yes } from "./bench.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const advice = "needs Python 3: install python3, for example with `apt-get install python3`";

test("a server in Python without any library is guarded, and passes everything through", async ({ skip }) => {
  if (!hasPython && process.env["CI"]) throw new Error(advice);
  if (!hasPython) skip(advice);
  await using bench = openBench();
  const gateway = await bench.open({
    source: { command: "python3", args: [serverFile("everyday.py")] },
    trustsHints: true,
  });
  const asked: string[] = [];
  const client = await bench.host(gateway, {
    answer: ({ message }) => {
      asked.push(message);
      return yes();
    },
  });
  expect(client.getInstructions()).toBe("Read before you write.");
  expect(textOf(await client.callTool({ name: "read_note", arguments: { name: "first" } }))).toBe("buy milk");
  expect(asked).toEqual([]);
  await client.callTool({ name: "write_note", arguments: { name: "second", text: "call Ada" } });
  expect(asked).toEqual([expect.stringContaining("call Ada")]);
  const { contents } = await client.readResource({ uri: "note://second" });
  expect(contents).toEqual([{ uri: "note://second", text: "call Ada" }]);
  const missing = await client.callTool({ name: "read_note", arguments: { name: "none" } });
  expect(missing).toMatchObject({ isError: true, content: [{ type: "text", text: "no note none" }] });
});
