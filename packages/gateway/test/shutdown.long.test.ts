import { memoryState } from "@proviso/server";
import { expect, test } from "vitest";
import { openBench, scripted, textTool, yes } from "./bench.ts";

test("a write that runs when the gateway stops is on record as unknown, and the upstream is stopped", async () => {
  await using bench = openBench();
  const upstream = scripted(bench.folder, { tools: [textTool("write")], calls: { write: [] } });
  const state = memoryState();
  const gateway = await bench.open({ source: upstream.source, state });
  const client = await bench.host(gateway, { answer: yes });
  const call = client.callTool({ name: "write", arguments: { text: "a" } }).catch(String);
  await expect.poll(() => upstream.calls()).toHaveLength(1);
  await gateway.close();
  await call;
  expect(state.audit.records.at(-1)).toMatchObject({
    kind: "outcome",
    tool: "unlisted.write",
    outcome: "failed",
    failure: "outcome_unknown",
  });
  await expect.poll(() => upstream.received().at(-1)).toMatchObject({ method: "notifications/cancelled" });
});
