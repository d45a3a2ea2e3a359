import { expect, test } from "vitest";
import { escapeText, imitationNote } from "../src/index.ts";

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
    ["do n\u0336o\u0336t pay", "do n\\u{336}o\\u{336}t pay"],
    ["1\u20dd00, 5\u0301\u0301, a\u0338\u0301", "1\\u{20dd}00, 5\\u{301}\\u{301}, a\\u{338}\\u{301}"],
  ] as const)
    expect(escapeText(text)).toBe(expected);
  expect(escapeText("Zürich, 東京, naïve – fine")).toBe("Zürich, 東京, naïve – fine");
});

test("characters that look like others are named", () => {
  for (const [text, expected] of [
    ["p\u0430ypal", "(look-alikes: U+0430)"],
    ["5 \u2212 3, evil\u3002com \u01c3", "(look-alikes: U+2212, U+01C3, U+3002)"],
    ["\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19", /U\+FF17 and 2 more\)$/],
    ["Grüße aus Łódź – 東京。 Привет", ""],
  ] as const)
    expect(imitationNote(text)).toEqual(
      expected instanceof RegExp ? expect.stringMatching(expected) : expected,
    );
});
