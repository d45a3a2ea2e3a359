import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { playDemo } from "../src/demo/play.ts";
import { steps } from "../src/demo/steps.ts";

test(
  "the demo happens as said, against the real server over stdio, within 80 columns",
  { timeout: 60_000 },
  async () => {
    const lines: string[] = [];
    const code = await playDemo((text) => void lines.push(...stripVTControlCharacters(text).split("\n")), {
      steps,
    });
    expect({ code, end: code === 0 ? [] : lines.slice(-12) }).toEqual({ code: 0, end: [] });
    expect(lines.filter((line) => /^\d+\. /.test(line)).length).toBe(steps.length);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  },
);
