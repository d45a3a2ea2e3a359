import { expect, test } from "vitest";
import { readManifest } from "../src/codegen1.ts";
import { compactContract, impliedFailure, type ToolContract, wholeContract } from "../src/index.ts";

const contract: ToolContract = {
  name: "notes.create",
  domain: "notes",
  title: "Create a note",
  description: "Keeps a note.",
  category: "notes",
  riskLevel: "low",
  autonomousExecution: true,
  confirmation: { kind: "never" },
  stepUpAuth: { kind: "never" },
  requirements: [],
  inputSchema: { type: "object", properties: {} },
  outputSchema: { type: "object", properties: {} },
  permissions: [],
  sideEffects: [{ kind: "creates", description: "A note.", reversible: true, external: false }],
  auditEvent: "note.created",
  failureModes: [
    { code: "notebook_full", description: "There is no room.", retry: "after", implied: false },
    impliedFailure("invalid_input", { sideEffects: [] }),
    {
      code: "timeout",
      description: "The tool took longer than its time limit.",
      retry: "never",
      implied: true,
    },
  ],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  dataFlow: { readsPrivate: true, returnsUntrusted: true, sendsOut: false },
  metadata: {},
  examples: [],
  timeoutMs: 1000,
  hash: "a".repeat(64),
};

test("a stored contract names the failures that it implies, right behind those that it declares", () => {
  const { failureModes, impliedFailures } = compactContract(contract);
  expect(failureModes).toEqual([{ code: "notebook_full", description: "There is no room.", retry: "after" }]);
  expect(impliedFailures).toEqual(["invalid_input", "timeout"]);
  const names = Object.keys(compactContract(contract));
  expect(names.slice(names.indexOf("failureModes"))[1]).toBe("impliedFailures");
});

test("a stored contract is read as the contract that was stored", () => {
  expect(wholeContract(compactContract(contract))).toEqual(contract);
  const project = { format: 1, product: "shop", wireNames: "dotted", permissions: {} } as const;
  const stored = JSON.parse(JSON.stringify({ tools: [compactContract(contract)] })) as {
    readonly tools: readonly [ReturnType<typeof compactContract>];
  };
  expect(readManifest(project, [stored, { tools: [] }])).toEqual({ ...project, tools: [contract] });
});

test("whether a call may be made again after a doubt follows from the contract that is read", () => {
  const key = { key: [], ttlMs: 1000 };
  expect(impliedFailure("timeout", { sideEffects: [] }).retry).toBe("after");
  expect(impliedFailure("timeout", { ...contract, idempotency: key }).retry).toBe("sameKey");
});

test("a failure that this release does not know is an error, not a failure without a text", () => {
  const newer = { ...compactContract(contract), impliedFailures: ["constructor"] } as unknown;
  expect(() => wholeContract(newer as ReturnType<typeof compactContract>)).toThrow(
    "unknown implied failure `constructor`",
  );
});

test("contracts of a later format are an error", () => {
  const project = { format: 2, product: "notes", wireNames: "underscore", permissions: {} } as const;
  expect(() => readManifest(project as never, [])).toThrow(
    "these contracts have format 2, which needs a newer @proviso/manifest",
  );
});
