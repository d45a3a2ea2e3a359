import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { playDemo } from "../src/demo/play.ts";
import { extendedSteps, shortSteps, steps } from "../src/demo/steps.ts";

test("the demo happens as said, against the real server over stdio, within 80 columns", async () => {
  const lines: string[] = [];
  const print = (text: string): unknown => lines.push(...stripVTControlCharacters(text).split("\n"));
  const code = await playDemo(print, extendedSteps);
  expect({ code, end: code === 0 ? [] : lines.slice(-12) }).toEqual({ code: 0, end: [] });
  expect(lines.filter((line) => /^\d+\. /.test(line)).length).toBe(extendedSteps.length);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

test("the short demo leaves steps out, and adds none", () => {
  expect(shortSteps.filter((step) => !steps.includes(step))).toEqual([]);
  expect(shortSteps.length).toBeLessThan(steps.length);
});
