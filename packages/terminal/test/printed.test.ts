// What a program writes to a terminal or a CI log, whatever text it is given.
import { expect, test } from "vitest";
import { paints, printed, printedLine, styled } from "../src/index.ts";

const { red } = paints(true);

test.each([
  ["clears the screen", "a\u001b[2Jb", String.raw`a\u001b[2Jb`],
  ["colours itself", "\u001b[32mok\u001b[39m", String.raw`\u001b[32mok\u001b[39m`],
  ["links", "\u001b]8;;http://evil\u0007x", String.raw`\u001b]8;;http://evil\u0007x`],
  ["begins a C1 sequence", "\u009b2J", String.raw`\u009b2J`],
  ["returns to the start of its line", "bad\rgood", String.raw`bad\u000dgood`],
  ["goes back", "bad\u0008", String.raw`bad\u0008`],
  ["turns its order", "a\u202eb\u2066c", String.raw`a\u202eb\u2066c`],
  ["hides characters", "a\u200bb\u{e0041}", String.raw`a\u200bb\udb40\udc41`],
  ["begins a line that is none", "a\u2028b\u0085c", String.raw`a\u2028b\u0085c`],
  ["is half a character", "a\ud800b", "a\ufffdb"],
  ["has lines and tabs", "a\n\tb\r\nc", "a\n\tb\nc"],
  [
    "has emoji and joined letters",
    "\u{1f6e1}\ufe0f \u0645\u06cc\u200c\u062e",
    "\u{1f6e1}\ufe0f \u0645\u06cc\u200c\u062e",
  ],
])("a text that %s", (_, text, expected) => {
  expect(printed(text)).toBe(expected);
});

test.each([
  ["::error::x", String.raw`\u003a:error::x`],
  ["a\n  ::add-mask::x", `a\n  ${String.raw`\u003a:add-mask::x`}`],
  ["a\r\n::stop-commands::t", `a\n${String.raw`\u003a:stop-commands::t`}`],
  ["x ##[error]y", String.raw`x #\u0023[error]y`],
  ["##vso[task.setvariable variable=a]b", String.raw`#\u0023vso[task.setvariable variable=a]b`],
  ["##teamcity[buildStop]", String.raw`#\u0023teamcity[buildStop]`],
  ["a::b, ## [heading](x)", "a::b, ## [heading](x)"],
])("%j is no command for a CI runner", (text, expected) => {
  expect(printed(text)).toBe(expected);
});

test("commands that are meant stay, and what they hold is escaped", () => {
  expect(printed("::error file=a::b\u001b[2J", "commands")).toBe(String.raw`::error file=a::b\u001b[2J`);
});

test("a style of our own is kept, and one in what it is given is not", () => {
  expect(printed(`${red("a\u001b[1mb")} c`)).toBe(`\u001b[31ma${String.raw`\u001b[1m`}b\u001b[39m c`);
  expect(printed(red("::error::x"))).toBe(`\u001b[31m${String.raw`\u003a:error::x`}\u001b[39m`);
  expect(printed(styled("\u001b[31m\u001b[1merror\u001b[22m\u001b[39m"))).toBe(
    "\u001b[31m\u001b[1merror\u001b[22m\u001b[39m",
  );
  expect(paints(false).red("a")).toBe("a");
});

test("JSON stays JSON with the same values", () => {
  const value = { "a\u202e": ["\u001b[2J", "\u{e0041}", "::error::x", "##[error]y", "\u0085", "a\r\nb"] };
  for (const space of [0, 2]) {
    const text = printed(JSON.stringify(value, null, space));
    expect(JSON.parse(text)).toEqual(value);
    expect(/[\p{Cf}\u0085]|##\[/u.test(text)).toBe(false);
  }
});

test("a progress or a prompt stays on its line", () => {
  expect(printedLine("asking\n::error::x\u001b[2J")).toBe(String.raw`asking ::error::x\u001b[2J`);
});
