import { expect, test } from "vitest";
import { contractFields, fieldTexts } from "../src/fields.ts";
import { gateFields, refinedFields, type ToolContract } from "../src/index.ts";

/** Without a row for a new field, this does not compile. */
const fieldNames: Readonly<Record<keyof ToolContract, true>> = {
  name: true,
  domain: true,
  wireName: true,
  wireRefs: true,
  title: true,
  icons: true,
  description: true,
  summary: true,
  budget: true,
  exception: true,
  category: true,
  riskLevel: true,
  riskReason: true,
  people: true,
  autonomousExecution: true,
  confirmation: true,
  stepUpAuth: true,
  inputSchema: true,
  outputSchema: true,
  result: true,
  permissions: true,
  sideEffects: true,
  auditEvent: true,
  failureModes: true,
  hints: true,
  requirements: true,
  dataFlow: true,
  metadata: true,
  meta: true,
  examples: true,
  idempotency: true,
  reconcile: true,
  steps: true,
  compensate: true,
  dryRun: true,
  rateLimit: true,
  timeoutMs: true,
  owner: true,
  deprecated: true,
  refinements: true,
  hash: true,
};

test("the array has every field of a contract once", () => {
  expect(contractFields.map(({ name }) => name).toSorted()).toEqual(Object.keys(fieldNames).toSorted());
});

test("every field that authors write says who enforces it", () => {
  const unwritten = contractFields.filter(({ description }) => description === undefined);
  expect(unwritten.map(({ name }) => name)).toEqual(["name", "domain", "hash"]);
  for (const { enforcedBy } of Object.values(fieldTexts)) expect(enforcedBy).not.toBe("");
});

test("the conditions of the gate say what happens when they cannot be evaluated", () => {
  const gates = contractFields.filter(({ whenUnclear }) => whenUnclear !== undefined);
  expect(gates.map(({ name }) => name)).toEqual(gateFields);
});

test("a stored refinement has the fields that depend on the input", () => {
  const refinements = contractFields.find(({ name }) => name === "refinements");
  expect(refinements?.stored).toMatchObject({
    items: { properties: Object.fromEntries(refinedFields.map((name) => [name, expect.anything()])) },
  });
});
