import type { JsonObject } from "@proviso/client";
import { expect, test } from "vitest";
import { viewLeaves } from "../src/view/leaves.ts";
import { viewResult } from "../src/view/result.ts";
import { columnsOf } from "@proviso/terminal";
import { visible, wrap } from "../src/view/text.ts";
import { viewValue } from "../src/view/value.ts";

function check(value: JsonObject | readonly JsonObject[], expected: string): void {
  expect(viewValue(value)).toBe(expected);
}

test("a list of objects is a table", () => {
  check(
    [
      { id: 1, name: "Anna" },
      { id: 12, name: "Max" },
    ],
    "id  name\n1   Anna\n12  Max",
  );
});

test("an object is lines, and nothing is nothing", () => {
  check({ id: 1, isOpen: true, tags: ["a", "b"] }, "id      1\nisOpen  yes\ntags    a, b");
  check({}, "nothing");
  check([], "none");
});

test("a wide table is narrowed to fit, a long one says how much is left out", () => {
  const rows = Array.from({ length: 25 }, (_, id) => ({
    id,
    text: "word ".repeat(40),
    more: "word ".repeat(40),
  }));
  const lines = viewValue(rows).split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(76);
  expect(lines.at(-1)).toBe("… and 5 more of 25 rows");
});

test("what could hide or forge something is escaped", () => {
  expect(visible("a\u001b[2Jb\nc\u202ed\u200be\u00ad\ufe0f")).toBe(
    "a\\u{1b}[2Jb\\u{a}c\\u{202e}d\\u{200b}e\\u{ad}\\u{fe0f}",
  );
  expect(visible("Zürich, 東京, naïve – fine")).toBe("Zürich, 東京, naïve – fine");
});

test("a failure shows its code, its sentence, its details and whether to try again", () => {
  const failure = {
    code: "rate_limit_exceeded",
    message: "Too many.",
    retry: "after",
    details: { retryAfterMs: 1_800_000, waitMs: 64_321 },
  } as const;
  expect(viewResult({ ok: false, failure })).toBe(
    "✖ rate_limit_exceeded  Too many.\n  retryAfter  30 minutes\n  wait        about 64 seconds\n  It may work later.",
  );
});

test("long text breaks at spaces, under its own margin", () => {
  expect(wrap("aa bb cc dd", 4, 9)).toBe("aa bb\n    cc dd");
});

test("a long value is broken under a bar, which says whether a word goes on", () => {
  expect(viewLeaves('a = "one two three"', 10)).toBe('a = "one\n│ two thre\n┆ e"');
  expect(viewLeaves("abcdefghijkl", 5)).toBe("abcde\n┆ fgh\n┆ ijk\n┆ l");
});

test("wide characters and marks are counted as a terminal shows them", () => {
  expect(columnsOf("東京")).toBe(4);
  expect(columnsOf("e\u0301")).toBe(1);
  for (const line of viewLeaves("東京".repeat(30), 20).split("\n")) expect(columnsOf(line)).toBeLessThan(21);
});

test("content blocks are shown as text, and what is no text by its type and size", () => {
  const content = [
    { type: "text", text: "Revenue." },
    { type: "image", data: "aGVsbG8=", mimeType: "image/png" },
  ];
  const shown = viewResult({ ok: true, replayed: false, value: { content } });
  expect(shown).toContain("Revenue.\n  [image: image/png, 5 bytes]");
  expect(shown).not.toContain("aGVsbG8");
});
