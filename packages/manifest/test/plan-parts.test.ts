import { expect, test } from "vitest";
import { inReadingOrder, planParts, type JsonObject } from "../src/index.ts";

const usual = { dryRun: true, warnings: [], missingPermissions: [], expectedSideEffects: [] };

test("the fields of every plan become words, and the preview stays as it is", () => {
  const plan = {
    ...usual,
    recipientCount: 46,
    estimatedDurationMs: 184,
    expectedSideEffects: ["46 emails."],
  };
  expect(planParts(plan, [])).toEqual({
    expected: ["46 emails."],
    warnings: [],
    missingPermissions: [],
    preview: { recipientCount: 46 },
    notes: [
      "This comes from a dry run, which changed nothing.",
      "The call takes less than a second.",
      "No warnings.",
      "No permission is missing.",
    ],
  });
});

test.each<JsonObject>([
  { dryRun: false },
  { dryRun: "true" },
  { estimatedDurationMs: -1 },
  { estimatedDurationMs: "now" },
  { warnings: "none" },
  { warnings: [1] },
  { missingPermissions: {} },
  { expectedSideEffects: null },
])("a field with a value that no plan has is shown as it is: %j", (field) => {
  const { preview, notes } = planParts({ ...usual, estimatedDurationMs: 0, ...field }, []);
  expect(preview).toEqual(field);
  expect(notes.length).toBe(4);
});

test("sentences that repeat the contract are said once; fewer or more are shown, and so is that there are none", () => {
  const effects = ["A mail.", "A note."].map((description) => ({
    kind: "sends" as const,
    description,
    reversible: false,
    external: true,
  }));
  const read = (...expected: readonly string[]) => {
    const parts = planParts({ expectedSideEffects: expected }, effects);
    return [...parts.expected, ...parts.notes];
  };
  expect(read("A mail.", "A note.")).toEqual(["The side effects are those above."]);
  expect(read("A mail.")).toEqual(["A mail."]);
  expect(read("A mail.", "A mail.")).toEqual(["A mail.", "A mail."]);
  expect(read("A mail.", "A note.", "A war.")).toEqual(["A mail.", "A note.", "A war."]);
  expect(read()).toEqual(["No side effects are expected."]);
});

test.each([
  [0, "The call takes less than a second."],
  [1000, "The call takes about 1 second."],
  [89_000, "The call takes about 1 minute."],
  [150_000, "The call takes about 3 minutes."],
  [7_200_000, "The call takes about 2 hours."],
  [400_000_000, "The call takes about 5 days."],
])("%d milliseconds: %s", (estimatedDurationMs, words) => {
  expect(planParts({ estimatedDurationMs }, []).notes).toEqual([words]);
});

/** The names of the fields in the order in which they are read. A field of more than twenty characters is long. */
function check(fields: JsonObject, ...expected: readonly string[]): void {
  const linesOf = (field: JsonObject): string[] => Object.entries(field).map(([name]) => name);
  const isLong = (name: string): boolean => JSON.stringify(fields[name]).length > 20;
  const read = inReadingOrder(fields, linesOf, isLong);
  expect(read.flatMap(({ lines }) => lines)).toEqual(expected);
}

test("amounts and addresses are read first, what is long last, and nothing is left out", () => {
  check({ body: "x".repeat(50), note: "a", to: ["a@b.c"] }, "to", "note", "body");
  check(
    { id: "ord_1", amount: { cents: 1, c: "E" }, link: "https://a.b", on: true },
    "amount",
    "link",
    "id",
    "on",
  );
  check({ pad: `${"x".repeat(50)}@b.c`, to: "nobody" }, "to", "pad");
  check({ a: null, b: [], c: {} }, "a", "b", "c");
  check({});
});

test("a field of many lines counts as long", () => {
  const read = inReadingOrder(
    { ids: Array.from({ length: 11 }, () => 1), to: "Anna" },
    function* (field) {
      for (const value of Object.values(field).flat()) yield JSON.stringify(value);
    },
    () => false,
  );
  expect(read.map(({ rank, lines }) => [rank, lines.length])).toEqual([
    [1, 1],
    [2, 11],
  ]);
});
