import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { metaKeys, type ToolContract, toolDefinition } from "../src/index.ts";

const contract: ToolContract = {
  name: "subscriptions.cancel",
  domain: "subscriptions",
  title: "Cancel subscription",
  description: "Cancel an existing subscription.",
  category: "billing",
  riskLevel: "high",
  autonomousExecution: false,
  confirmation: { kind: "never" },
  stepUpAuth: { kind: "never" },
  inputSchema: { type: "object", properties: {} },
  permissions: [],
  sideEffects: [],
  auditEvent: "subscription.cancelled",
  failureModes: [],
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  requirements: [],
  dataFlow: { readsPrivate: false, returnsUntrusted: false, sendsOut: false },
  metadata: {},
  examples: [],
  timeoutMs: 1000,
  hash: "0".repeat(64),
};

const annotations = {
  title: "Cancel subscription",
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
};
const definition = {
  name: "subscriptions.cancel",
  title: "Cancel subscription",
  description: "Cancel an existing subscription.",
  inputSchema: { type: "object", properties: {} },
  annotations,
  _meta: { [metaKeys.contract]: expect.any(Object) },
};

function check(change: Partial<ToolContract>, expected: object): void {
  const sha256 = (text: string): Uint8Array => hash("sha256", text, "buffer");
  const listed = toolDefinition({ ...contract, ...change }, "dotted", sha256);
  expect(JSON.parse(JSON.stringify(listed))).toEqual({ ...definition, ...expected });
}

test("a tool is listed with its name, schema and titled annotations, and nothing else", () => check({}, {}));

test("004: a tool states the four hints of MCP, whatever they are", () => {
  for (const value of [true, false]) {
    const hints = {
      readOnlyHint: value,
      destructiveHint: value,
      idempotentHint: value,
      openWorldHint: value,
    };
    check({ hints }, { annotations: { title: contract.title, ...hints } });
  }
});

test("SEP-1938: `agencyHint` is one more annotation, of the tools whose contract has it", () => {
  for (const agencyHint of [true, false])
    check({ hints: { ...contract.hints, agencyHint } }, { annotations: { ...annotations, agencyHint } });
  check({}, {});
});

const requirements = ["auth:oauth2", "env:production"];

test("SEP-2487: requirements are listed under `execution`", () =>
  check({ requirements }, { execution: { requirements } }));
