import type { CallRequest, JsonObject } from "@proviso/client";
import { expect, test } from "vitest";
import { viewRequest } from "../src/view/request.ts";
import { viewResult } from "../src/view/result.ts";
import { visible, wrap } from "../src/view/text.ts";
import { viewValue } from "../src/view/value.ts";

function check(value: JsonObject | readonly JsonObject[], expected: string): void {
  expect(viewValue(value)).toBe(expected);
}

const request: CallRequest = {
  kind: "call",
  id: "1",
  tool: "users.delete",
  title: "Delete a user",
  description: "Deletes a user.",
  riskLevel: "critical",
  env: "live",
  input: { userId: "usr_1", note: "x".repeat(300), list: [1, { deep: "\u202egnp.exe" }] },
  effects: [{ kind: "deletes", description: "The user.", reversible: false, external: false }],
  irreversible: ["The user."],
  reasons: ["confirmation", "destructive"],
  explanations: ["Its contract wants confirmation.", "It changes something that cannot be undone."],
};

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

test("a request shows every argument complete, its effects and the reasons", () => {
  const text = viewRequest(request);
  expect(text).toContain("x".repeat(300));
  expect(text).toContain("list    1, { deep: \\u{202e}gnp.exe }");
  expect(text).toContain("deletes: The user. (cannot be undone)");
  expect(text).toContain("It changes something that cannot be undone.");
});

test("a tool of which nothing is known says so where its effects would be", () => {
  const { effects: _, ...unknown } = request;
  expect(viewRequest({ ...unknown, riskLevel: "unclassified" })).toContain("Unknown: assume the worst.");
});

test("a tool that is not as it was says what changed", () => {
  const changes = [{ what: "contract.\u001b[2Jrisk", verdict: "changed" as const }];
  expect(viewRequest({ ...request, changes })).toContain(
    "What is not as it was\n  - contract.\\u{1b}[2Jrisk",
  );
});

test("a failure shows its code, its sentence, its details and whether to try again", () => {
  const failure = {
    code: "rate_limit_exceeded",
    message: "Too many.",
    retry: "after",
    details: { retryAfterMs: 9 },
  } as const;
  expect(viewResult({ ok: false, failure })).toBe(
    "✖ rate_limit_exceeded  Too many.\n  retryAfterMs  9\n  It may work later.",
  );
});

test("long text breaks at spaces, under its own margin", () => {
  expect(wrap("aa bb cc dd", 4, 9)).toBe("aa bb\n    cc dd");
});
