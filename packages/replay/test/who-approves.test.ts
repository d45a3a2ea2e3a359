// A contract that asks somebody else decides otherwise, though a person is asked either way.
import { expect, test } from "vitest";
import { foldCalls, type FoldedCall, type Verdict } from "../src/index.ts";
import { record } from "./truth/compare.ts";
import { shop } from "./truth/contracts.ts";

const recorded = record(7, 200);
const undecidable: Verdict = { kind: "undecidable", doubt: "approver" };

/** The verdicts about the refunds that a person was asked about, by contracts that say this in their place of `confirmation`. */
async function asked(confirmation: string, isKnown = true): Promise<readonly FoldedCall[]> {
  const manifest = shop(["refund", "confirmation: always", `confirmation: ${confirmation}`]);
  const folded: FoldedCall[] = [];
  await foldCalls(
    (await recorded).past,
    { manifest, ...(isKnown && { was: shop() }) },
    (each) => void folded.push(each),
  );
  const found = folded.filter(({ call }) => call.tool === "shop.refund" && call.was.kind === "asked");
  expect(found.length).toBeGreaterThan(3);
  return found;
}

test.each([
  "{ always: true, approver: other }",
  "{ always: true, approvers: 2 }",
  "{ always: true, from: shop:admin }",
  "{ always: true, by: inbox }",
  "{ always: true, by: here }",
])("no question is the same once the contract says %s", async (confirmation) => {
  const verdicts = (await asked(confirmation)).map(({ verdict }) => verdict);
  expect(verdicts).toContainEqual(undecidable);
  expect(verdicts.filter(({ kind }) => kind === "same")).toEqual([]);
});

test("a question to the same person in the same place stays the same", async () => {
  for (const confirmation of ["{ always: true, by: either }", "{ always: true, approver: self }"]) {
    const kinds = (await asked(confirmation)).map(({ verdict }) => verdict.kind);
    expect(new Set(kinds)).toEqual(new Set(["same"]));
  }
});

test("whether the same person is asked cannot be known without the contracts of then", async () => {
  const verdicts = (await asked("{ always: true, by: either }", false)).map(({ verdict }) => verdict);
  expect(verdicts).toContainEqual(undecidable);
  expect(verdicts.filter(({ kind }) => kind === "same")).toEqual([]);
});

test("a refinement that states who approves decides about its own calls alone", async () => {
  const manifest = shop([
    "refund",
    "confirmation: always",
    `confirmation: { always: true, approver: other }
    refine: [{ when: "input.cents <= 4000", confirmation: always }]`,
  ]);
  const found = new Map<boolean, Set<string>>();
  await foldCalls((await recorded).past, { manifest, was: shop() }, ({ call, verdict }) => {
    if (call.tool !== "shop.refund" || call.was.kind !== "asked") return;
    const isOver = Number(call.input?.["cents"]) > 4000;
    found.set(isOver, (found.get(isOver) ?? new Set()).add(verdict.doubt ?? verdict.kind));
  });
  expect(found.get(true)).toContain("approver");
  expect(found.get(true)).not.toContain("same");
  expect(found.get(false)).toContain("same");
  expect(found.get(false)).not.toContain("approver");
});
