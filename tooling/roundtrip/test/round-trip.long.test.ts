import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pieceOf } from "../../piece-of.ts";
import { roundTrip } from "../src/round-trip.ts";
import { compareLists } from "../src/compare.ts";
import { lists } from "./lists.ts";

test.each(pieceOf(Object.entries(lists), 3))(
  "%s: a client of the imported server sees the list of the original one",
  async (_, tools) => {
    const folder = await mkdtemp(join(tmpdir(), "proviso-roundtrip-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { differences, checked, fitting, notes } = await roundTrip(tools, folder);
    expect({ differences, notes }).toEqual({ differences: [], notes: "" });
    // Both verdicts occur, or nothing was compared.
    expect(fitting).toBeGreaterThan(0);
    expect(checked).toBeGreaterThanOrEqual(fitting);
  },
);

test("a list that differs is found out", () => {
  const tool = {
    name: "a",
    description: "A.",
    inputSchema: { type: "object", properties: { n: { type: "integer" } } },
  };
  const closed = { ...tool.inputSchema, additionalProperties: false };
  expect(compareLists([tool], [tool]).differences).toEqual([]);
  for (const other of [
    { ...tool, name: "b" },
    { ...tool, description: "B." },
    { ...tool, inputSchema: closed },
    { ...tool, outputSchema: closed },
    { ...tool, annotations: { openWorldHint: false } },
    { ...tool, annotations: { agencyHint: true } },
    { ...tool, execution: { requirements: ["env:production"] } },
    { ...tool, execution: { taskSupport: "optional" } },
  ])
    expect(compareLists([tool], [other]).differences).not.toEqual([]);
});
