// Each verdict must be that of a real second run with the other contracts.
import { expect, test } from "vitest";
import { compare, record } from "./compare.ts";
import { edits } from "./contracts.ts";

test("the trail tells what was decided about each call", async () => {
  const { decisions, past } = await record(7, 200);
  expect(past.calls.map(({ was }) => was)).toEqual(decisions);
});

test("verdicts are those of a second run, for one change of each tool", async () => {
  const recorded = await record(7, 200);
  const tools = new Set(edits.map(([tool]) => tool));
  let changed = 0;
  for (const tool of tools) {
    const edit = edits.find(([name]) => name === tool) ?? ["", "", ""];
    const found = await compare(recorded, edit);
    expect({ edit, wrong: found.wrong }).toEqual({ edit, wrong: [] });
    expect(await compare(recorded, edit, true)).toEqual(found);
    changed += found.changed;
  }
  expect(changed).toBeGreaterThan(30);
});
