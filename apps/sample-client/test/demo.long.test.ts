import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { playDemo } from "../src/demo/play.ts";
import { extendedSteps, readRunsUnasked, shortSteps, steps } from "../src/demo/steps.ts";

test(
  "the demo happens as said, against the real server over stdio, within 80 columns",
  { timeout: 300_000 },
  async () => {
    const lines: string[] = [];
    const code = await playDemo((text) => void lines.push(...stripVTControlCharacters(text).split("\n")), {
      steps: extendedSteps,
    });
    expect({ code, end: code === 0 ? [] : lines.slice(-12) }).toEqual({ code: 0, end: [] });
    expect(lines.filter((line) => /^\d+\. /.test(line)).length).toBe(extendedSteps.length);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  },
);

test("it waits between steps, not after the last; the short one leaves steps out", async () => {
  const lines: string[] = [];
  const code = await playDemo((text) => void lines.push(stripVTControlCharacters(text)), {
    steps: [readRunsUnasked, readRunsUnasked],
    pause: () => Promise.resolve(void lines.push("(pause)")),
  });
  const marks = lines
    .filter((line) => /^\n?\d\. |^\(pause\)|^\nAll/.test(line))
    .map((line) => line.trim().slice(0, 7));
  expect([code, marks]).toEqual([0, ["1. A re", "(pause)", "2. A re", "All 2 s"]]);
  expect(shortSteps.filter((step) => !steps.includes(step))).toEqual([]);
  expect(shortSteps.length).toBeLessThan(steps.length);
});
