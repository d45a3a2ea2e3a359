import type { Hints, RiskLevel } from "@proviso/manifest";
import { expect, test } from "vitest";
import { phraseFor, stricterRisk, wantsPhrase } from "../src/call/approval-phrase.ts";
import type { Claims } from "../src/tool/claims.ts";
import { contract, deletion } from "./contract.ts";
import { unverified } from "./unverified.ts";

function claims(hints: Partial<Hints>, riskLevel?: RiskLevel): Claims {
  return { ...unverified("unpinned", hints).claims, ...(riskLevel && { riskLevel }) };
}

test.each<[string, Partial<Hints>, RiskLevel | undefined, boolean]>([
  ["that it is critical", {}, "critical", true],
  ["that it is high", {}, "high", false],
  ["nothing", {}, undefined, false],
  ["that it acts on its own and destroys", { agencyHint: true, destructiveHint: true }, undefined, true],
  ["only that it acts on its own", { agencyHint: true, destructiveHint: false }, undefined, false],
  ["only that it destroys", { agencyHint: false, destructiveHint: true }, undefined, false],
])("of a server that claims %s", (_what, hints, level, expected) => {
  expect(wantsPhrase(unverified("unpinned", {}, { claims: claims(hints, level) }))).toBe(expected);
});

test("a tool that differs from a contract that wants a phrase wants it still, whatever its server claims", () => {
  const harmless = claims({ agencyHint: false, destructiveHint: false }, "low");
  const wants = (pinned: ReturnType<typeof contract>): boolean =>
    wantsPhrase(unverified("drifted", {}, { claims: harmless, pinned }));
  expect(wants(deletion())).toBe(true);
  expect(wants(contract())).toBe(false);
});

test.each<[RiskLevel | undefined, RiskLevel | undefined, RiskLevel | "unclassified"]>([
  ["medium", "critical", "critical"],
  ["medium", "low", "medium"],
  ["medium", "medium", "medium"],
  ["medium", undefined, "medium"],
  [undefined, "low", "unclassified"],
])("of the contract's level %s and the claimed level %s, %s is shown", (known, claimed, expected) => {
  expect(stricterRisk(known, claims({}, claimed))).toBe(expected);
});

test("without claims, the contract's level is shown", () => {
  expect(stricterRisk("high", undefined)).toBe("high");
});

test("a name that cannot be typed is left out of the phrase", () => {
  expect(phraseFor("old tool\u202e", "c0ffee1234")).toMatch(/^approve [0-9a-f]{6}$/);
  expect(phraseFor("notes.wipe", "c0ffee1234")).not.toMatch(/^approve/);
});
