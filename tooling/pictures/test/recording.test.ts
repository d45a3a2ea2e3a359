import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ansiLines } from "../src/ansi-lines.ts";
import { demoSvg, demoText, themes, wordsOf } from "../src/recording.ts";
import { root } from "../src/served.ts";
import { rows, stopsOf } from "../src/stops.ts";

test("the pictures of the demo say what it prints; if not, run ./x pictures demo", async () => {
  const words = wordsOf(demoSvg(await demoText(), themes.light));
  expect(words.length).toBeGreaterThan(100);
  for (const name of Object.keys(themes)) {
    const picture = await readFile(join(root, `assets/demo-${name}.svg`), "utf8");
    expect(wordsOf(picture)).toEqual(words);
  }
});

const escape = "\u001b[";

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
    const stops = stopsOf(lines, /^\d+\. /);
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
