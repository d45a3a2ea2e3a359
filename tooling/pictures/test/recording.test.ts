import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ansiLines } from "../src/ansi-lines.ts";
import { callsSvg, demoSvg, demoText, recordings, themes, wordsOf } from "../src/recording.ts";
import { root } from "../src/served.ts";
import { phoneColumns } from "../src/short-demo.ts";
import { stopsOf } from "../src/stops.ts";

const printed = demoText();

test("the pictures of the demo say what it prints; if not, run ./x pictures demo", async () => {
  const text = await printed;
  for (const [recording, svgOf] of Object.entries(recordings)) {
    const words = wordsOf(svgOf(text, themes.light));
    expect(words.length).toBeGreaterThan(20);
    for (const theme of Object.keys(themes)) {
      const picture = await readFile(join(root, `assets/${recording}-${theme}.svg`), "utf8");
      expect(wordsOf(picture)).toEqual(words);
    }
  }
});

test("the short demo says how each of its calls ends, in lines that fit a phone", async () => {
  const lines = wordsOf(callsSvg(await printed, themes.light));
  const text = lines.join("\n");
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(phoneColumns);
  expect(lines.filter((line) => line.startsWith("  ✓ "))).toHaveLength(4);
  for (const end of [
    "as for a tool that\n    does not exist.",
    "says no.",
    "is\n    still there.",
    "says yes",
    "gone.",
    "back, once.",
  ])
    expect(text).toContain(end);
});

const escape = "\u001b[";
const rows = 30;

test("a style may begin in the middle of a line, end with others, and go on in the next", () => {
  expect(ansiLines(`a${escape}1m${escape}31mb\nc${escape}22md${escape}39me\n`)).toEqual([
    [
      { text: "a", styles: [] },
      { text: "b", styles: ["bold", "red"] },
    ],
    [
      { text: "c", styles: ["bold", "red"] },
      { text: "d", styles: ["red"] },
      { text: "e", styles: [] },
    ],
  ]);
  expect(() => ansiLines(`${escape}45mx`)).toThrow("no such style: 45");
});

test.each([[[3]], [[20, 20, 20]], [[100]], [[5, 70, 2, 31]], [[31, 1, 1]]])(
  "every line of parts of %j lines is in the window at some time",
  (parts) => {
    const lines = parts.flatMap((count, part) =>
      Array.from({ length: count }, (_, at) => (at === 0 ? `${part}. ` : "x")),
    );
    const stops = stopsOf(lines, /^\d+\. /, rows);
    for (const [at, line] of lines.entries())
      expect([at, line, stops.some(({ top }) => top <= at && at < top + rows)]).toEqual([at, line, true]);
    expect(stops.every(({ top, seconds }, at) => seconds > 2 && top >= (stops[at - 1]?.top ?? 0))).toBe(true);
  },
);

test("text in a picture is text", () => {
  const svg = demoSvg("<script>alert(1)</script> &amp; \u001b[1mb\u001b[22m\n", themes.dark);
  expect(svg).not.toContain("<script");
  expect(wordsOf(svg)).toEqual(["<script>alert(1)</script> &amp; b"]);
});
