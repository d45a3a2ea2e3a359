// the gateway against a forwarder without checks, a list of many tools, its memory: --calls 100000 --tools 10000 --rounds 5. -u writes the figures of the site.
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { median, readNumbers } from "./kit/compare.mjs";
import { figuresJson, runFacts } from "./kit/run-facts.mjs";
import { inScratchFolder } from "./kit/whole-process.mjs";

const { calls, tools, rounds, update } = readNumbers({ calls: 1e5, tools: 1e4, rounds: 5 }, { update: "u" });
const figures = new URL("../../apps/docs/src/benchmarks/gateway.json", import.meta.url);
const [server, forwarder] = ["plain-server.mjs", "forwarder.mjs"].map((name) =>
  join(import.meta.dirname, "kit", name),
);
const gateway = join(import.meta.dirname, "../../packages/gateway/bin/proviso-gateway.js");
const call = ["tools/call", { name: "read", arguments: { text: "a" } }];
/** Calls at once while memory is measured, and calls of one round. */
const [atOnce, perRound] = [16, 1000];

/** A host of a process that speaks MCP over stdio. */
async function openHost(args) {
  const began = performance.now();
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" });
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(transport);
  const ask = async ([method, params]) => {
    const result = await client.request({ method, params }, ResultSchema);
    if (result.isError) throw new Error(JSON.stringify(result));
  };
  await ask(["tools/list", {}]);
  return {
    ask,
    startMs: performance.now() - began,
    /** Megabytes; Linux alone tells them of another process. */
    rss: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${transport.pid}/status`, "utf8"))?.[1]) / 1024,
    close: () => client.close(),
  };
}

async function medianTime(host, request, count) {
  const times = [];
  for (let index = 0; index < count; index++) {
    const began = performance.now();
    await host.ask(request);
    times.push(performance.now() - began);
  }
  return median(times);
}

await inScratchFolder(async (folder) => {
  const behind = (count, name) => [
    gateway,
    ..."--trust hints --no-inbox --data".split(" "),
    join(folder, name),
    "--",
    process.execPath,
    server,
    String(count),
  ];
  const ways = {
    "server alone": [server, "1"],
    forwarder: [forwarder, process.execPath, server, "1"],
    gateway: behind(1, "few"),
  };
  const rows = [];
  for (const [name, args] of Object.entries(ways)) {
    const host = await openHost(args);
    await medianTime(host, call, perRound);
    const medians = [];
    for (let round = 0; round < rounds; round++) medians.push(await medianTime(host, call, perRound));
    const least = Number(Math.min(...medians).toPrecision(2));
    rows.push({ case: name, median: `${least} ms` });
    console.log(`${name.padEnd(14)} call ${least} ms, start ${host.startMs.toFixed(0)} ms`);
    await host.close();
  }
  if (update) await writeFile(figures, figuresJson({ ...runFacts("./x bench gateway", rounds), rows }));
  const many = await openHost(behind(tools, "many"));
  const direct = await openHost([server, String(tools)]);
  for (const [name, host] of Object.entries({ "server alone": direct, gateway: many })) {
    const time = await medianTime(host, ["tools/list", {}], 20);
    console.log(`${name.padEnd(14)} list of ${tools} tools ${time.toFixed(1)} ms`);
  }
  await direct.close();
  for (let tenth = 1; tenth <= 10; tenth++) {
    for (let made = 0; made < calls / 10; made += atOnce)
      await Promise.all(Array.from({ length: atOnce }, () => many.ask(call)));
    console.log(`gateway        after ${(tenth * calls) / 10} calls ${many.rss().toFixed(0)} MB`);
  }
  await many.close();
});
