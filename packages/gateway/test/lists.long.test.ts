import { readdirSync, readFileSync } from "node:fs";
import { ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import type { JsonObject } from "@proviso/manifest";
import { openBench, scripted } from "./bench.ts";

const folder = new URL("../../compiler/test/import/fixtures/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".json") && name !== "verdicts.json");

test.each(files)("the list of a public server, %s, is listed as it is", async (file) => {
  await using bench = openBench();
  const { tools } = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as { tools: JsonObject[] };
  expect(tools.length).toBeGreaterThan(8);
  const client = await bench.host(await bench.open({ source: scripted(bench.folder, { tools }).source }));
  expect(await client.request({ method: "tools/list" }, ResultSchema)).toEqual({ tools });
  expect(bench.reported).toEqual([
    `the first list of this server is taken on trust: read what its tools say (${tools.length})`,
  ]);
});
