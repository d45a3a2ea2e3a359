// What a server claims of its tool, and what is made of it.
import { metaKeys } from "@proviso/manifest";
import type { JsonObject } from "@proviso/manifest";
import { expect, test } from "vitest";
import { claimedContract, claimsOf, factsByClaims, type Claims } from "../src/tool/claims.ts";
import {
  classify,
  isAgentic,
  isDestructive,
  isIdempotent,
  isOpenWorld,
  isReadOnly,
  requiresConfirmation,
  toolMetadata,
} from "../src/tool/classify.ts";
import { factsOf, reliedOn, type Subject, type Unverified } from "../src/tool/subject.ts";
import { contract } from "./contract.ts";

const tool = (annotations: JsonObject, said?: JsonObject) => ({
  name: "get",
  inputSchema: {},
  annotations,
  meta: said ? { [metaKeys.contract]: said } : {},
});
const claims = (annotations: JsonObject, said?: JsonObject) => claimsOf(tool(annotations, said), false);

test.each([
  ["readOnlyHint", false],
  ["destructiveHint", true],
  ["idempotentHint", false],
  ["openWorldHint", true],
  ["agencyHint", true],
])("where annotation and contract differ, %s is %s", (hint, strict) => {
  const both = (annotation: boolean, said: boolean) =>
    claims({ [hint]: annotation }, { hints: { [hint]: said } }).hints;
  for (const value of [true, false]) {
    expect(both(value, !value)).toMatchObject({ [hint]: strict });
    expect(both(value, value)).toMatchObject({ [hint]: value });
    expect(claims({ [hint]: value }).hints).toEqual({ [hint]: value });
  }
});

test("a hint that is no yes or no is none", () => {
  expect(claims({ readOnlyHint: "true", destructiveHint: 1, openWorldHint: null }).hints).toEqual({});
});

test.each<readonly [said: JsonObject, asks: boolean]>([
  [{ riskLevel: "low", autonomousExecution: false }, true],
  [{ riskLevel: "low", confirmation: { kind: "always" }, autonomousExecution: true }, true],
  [{ riskLevel: "low", confirmation: { kind: "when" } }, false],
  [{ riskLevel: "low", autonomousExecution: true }, false],
  [{ riskLevel: "high" }, true],
  [{}, false],
])("a claimed contract %j asks a person always: %s", (said, asks) => {
  const { confirmation, metadata } = claims({}, said);
  expect([confirmation, metadata["requires_confirmation"]]).toEqual(
    asks ? ["always", true] : [undefined, undefined],
  );
});

test("of the rest of a claimed contract, risk, effects and metadata are read, as far as they can be", () => {
  const said = {
    riskLevel: "high",
    sideEffects: [
      { kind: "creates", description: "A note." },
      { kind: "deletes" },
      { kind: "unknown", description: "x" },
      "x",
      null,
    ],
    metadata: { team: "crm" },
  };
  expect(claims({}, said)).toMatchObject({
    trusted: false,
    metadata: { team: "crm", requires_confirmation: true },
    riskLevel: "high",
    effects: [
      { kind: "creates", description: "A note." },
      { kind: "deletes", description: "" },
    ],
  });
  for (const sideEffects of [[], ["x"], "x", undefined])
    expect(Object.keys(claims({}, { ...(sideEffects && { sideEffects }) }))).not.toContain("effects");
  expect(Object.keys(claims({}, { riskLevel: "enormous" }))).not.toContain("riskLevel");
  expect(claimsOf(tool({}), true)).toEqual({ trusted: true, hints: {}, metadata: {} });
});

test("a claimed contract is read once", () => {
  const listed = tool({}, { riskLevel: "low" });
  expect(claimedContract(listed)).toBe(claimedContract(listed));
});

const facts = (more: Partial<Claims>) =>
  factsByClaims({ name: "get", title: "Get", description: "Gets." }, claimsWith(more));
const claimsWith = (more: Partial<Claims>): Claims => ({ trusted: true, hints: {}, metadata: {}, ...more });

test("without any hint the worst is assumed, but of agency nothing", () => {
  expect(facts({})).toStrictEqual({
    name: "get",
    title: "Get",
    description: "Gets.",
    riskLevel: "medium",
    autonomousExecution: true,
    confirmation: { kind: "never" },
    hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    dataFlow: { readsPrivate: true, returnsUntrusted: true, sendsOut: true },
    metadata: {},
  });
});

test.each<readonly [said: Claims["hints"], hints: JsonObject, sendsOut: boolean]>([
  [{ readOnlyHint: true }, { readOnlyHint: true, destructiveHint: false, idempotentHint: true }, false],
  [{ readOnlyHint: false }, { readOnlyHint: false, destructiveHint: true, idempotentHint: false }, true],
  [{ destructiveHint: false }, { readOnlyHint: false, destructiveHint: false, idempotentHint: false }, true],
  // The worse of two contradicting hints counts.
  [{ readOnlyHint: true, destructiveHint: true }, { readOnlyHint: false, destructiveHint: true }, true],
  [{ idempotentHint: true }, { idempotentHint: true, destructiveHint: true }, true],
  [{ openWorldHint: false }, { openWorldHint: false }, false],
  [{ openWorldHint: false, readOnlyHint: true }, { openWorldHint: false }, false],
  [{ agencyHint: true }, { agencyHint: true }, true],
  [{ agencyHint: false }, { agencyHint: false }, true],
])("trusted hints %j", (said, hints, sendsOut) => {
  const known = facts({ hints: said });
  expect(known.hints).toMatchObject(hints);
  expect(known.dataFlow).toEqual({
    readsPrivate: true,
    returnsUntrusted: known.hints.openWorldHint,
    sendsOut,
  });
});

test("a claimed risk and confirmation count as they are", () => {
  expect(facts({ riskLevel: "low", confirmation: "always" })).toMatchObject({
    riskLevel: "low",
    autonomousExecution: false,
    confirmation: { kind: "always" },
  });
});

test("hints are metadata under names of their own, which an author's keys do not replace", () => {
  const own = { team: "crm", readOnly: true, read_only: true, requiresConfirmation: false };
  expect(toolMetadata(own, {})).toStrictEqual({ team: "crm" });
  expect(toolMetadata(own, { readOnlyHint: false, agencyHint: "yes" }, true)).toEqual({
    team: "crm",
    read_only: false,
    requires_confirmation: true,
  });
  expect(toolMetadata({}, {}, false)).toEqual({ requires_confirmation: false });
});

test("only a yes is one", () => {
  const questions = {
    read_only: isReadOnly,
    destructive: isDestructive,
    idempotent: isIdempotent,
    open_world: isOpenWorld,
    agency: isAgentic,
    requires_confirmation: requiresConfirmation,
  };
  for (const [key, question] of Object.entries(questions))
    for (const value of [true, false, "true", 1, undefined])
      expect([key, value, question({ metadata: value === undefined ? {} : { [key]: value } })]).toEqual([
        key,
        value,
        value === true,
      ]);
});

test("a class is the worst that is claimed, and none where too little is", () => {
  const classOf = (readOnly?: boolean, destructive?: boolean) =>
    classify({
      metadata: toolMetadata({}, { readOnlyHint: readOnly ?? null, destructiveHint: destructive ?? null }),
    });
  expect([classOf(true, true), classOf(true, false), classOf(true)]).toEqual([
    "destructive",
    "read_only",
    "read_only",
  ]);
  expect([classOf(false, false), classOf(false), classOf(undefined, false), classOf()]).toEqual([
    "additive",
    "unclassified",
    "unclassified",
    "unclassified",
  ]);
});

test("milder facts come from a contract that is kept to, or from trusted claims of a tool as it was", () => {
  const unverified = (why: Unverified["why"], more: Partial<Unverified> = {}): Subject =>
    ({
      kind: "unverified",
      why,
      name: "get",
      title: "",
      description: "",
      claims: claimsWith({}),
      ...more,
    }) as Unverified;
  const pinned = contract();
  expect([factsOf(pinned), reliedOn(pinned)]).toEqual([pinned, pinned]);
  expect(reliedOn(unverified("unpinned"))).toMatchObject({ riskLevel: "medium" });
  expect(reliedOn(unverified("unpinned", { claims: claimsWith({ trusted: false }) }))).toBeUndefined();
  expect(reliedOn(unverified("drifted", { pinned }))).toBeUndefined();
  expect(factsOf(unverified("drifted", { pinned }))).toBe(pinned);
  expect(reliedOn(unverified("loosened"))).toBeUndefined();
});
