import { expect, test } from "vitest";
import { escapeText } from "../src/index.ts";

test("spaces of all kinds, frames, controls and escapes are shown for what they are", () => {
  for (const [text, expected] of [
    ["a    b", String.raw`a\u{20}{4}b`],
    ["a\u00a0b", String.raw`a\u{a0}b`],
    ["a\u2003b\u3000c", String.raw`a\u{2003}b\u{3000}c`],
    ["a\u2800b", String.raw`a\u{2800}b`],
    ["│ to  me", String.raw`\u{2502} to\u{20}{2}me`],
    ["\u001b[8mhidden\u001b[0m", String.raw`\u{1b}[8mhidden\u{1b}[0m`],
    ["\u001b]8;;http://evil\u0007x", String.raw`\u{1b}]8;;http://evil\u{7}x`],
    ["a\r\nb\u2028c", String.raw`a\u{d}\u{a}b\u{2028}c`],
    ["\u202egnp.exe", String.raw`\u{202e}gnp.exe`],
    ["e\u0301\u0301\u0301\u0301", "e\u0301\u0301\\u{301}\\u{301}"],
  ] as const)
    expect(escapeText(text)).toBe(expected);
  expect(escapeText("Zürich, 東京, naïve – fine")).toBe("Zürich, 東京, naïve – fine");
});
