import { expect, test } from "vitest";
import { createProject } from "./project.ts";

const contract = `proviso: 1
domain: files
description: Files.
permissions: { "files:all": Everything about files. }
tools:
  read:
    category: files
    auditEvent: files.read
    failureModes: []
    description: Reads a file.
    riskLevel: low
    inputSchema: { name: string }
    outputSchema: { text: string }
    permissions: [files:all]
    sideEffects: []
  write:
    category: files
    auditEvent: files.write
    failureModes: []
    description: Writes a file.
    riskLevel: medium
    inputSchema: { name: string }
    outputSchema: { text: string }
    permissions: [files:all]
    sideEffects: [{ creates: A file., reversible: true }]
    confirmation: { when: "size(input.name) > 9" }
    idempotency: { key: [name], ttl: 1h }
  erase:
    category: files
    auditEvent: files.erase
    failureModes: []
    description: Erases everything.
    riskLevel: critical
    inputSchema: {}
    outputSchema: { count: integer }
    permissions: [files:all]
    sideEffects: [{ deletes: Everything. }]
    confirmation: { always: true, approver: other }
    stepUpAuth: { always: true, maxAge: 15m }
    idempotency: { key: [], ttl: 1h }
  leak:
    category: files
    auditEvent: files.leak
    failureModes: []
    description: Shows the keys.
    riskLevel: forbidden
    inputSchema: {}
    outputSchema: { text: string }
    permissions: [files:all]
    sideEffects: []
`;

async function project() {
  return createProject({
    "proviso.yaml":
      'proviso: 1\nproduct: acme\ncontracts: [contracts/files.yaml]\npackages: { scope: "@acme", license: MIT }\noutputs: { schemas: out }\n',
    "contracts/files.yaml": contract,
  });
}

test("check --who says when server and guard ask, the most dangerous tools first", async () => {
  const { code, out } = await (await project()).proviso("check --who");
  expect(code).toBe(0);
  expect(out).toBe(
    [
      "tool         risk      server      guard, test  guard, live",
      "files.erase  critical  always      phrase       phrase",
      "files.write  medium    some calls  some calls   always",
      "files.read   low       never       never        never",
      "",
      "files.erase: approved by somebody other than the user",
      "files.write: the server asks when size(input.name) > 9",
      "",
      "Who asks a person before a call, for 3 tools. server: the server asks, with any client. guard: the server or the guard asks, with Proviso's client and its default policy. phrase: always, and the person types a phrase.",
      "Not in the table, because no agent can call them: files.leak.",
    ].join("\n"),
  );
});

test("check --who --json has the same facts", async () => {
  const { code, out } = await (await project()).proviso("check --who --json");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({
    tools: [
      {
        tool: "files.erase",
        riskLevel: "critical",
        server: "always",
        guard: { test: "always", live: "always" },
        phrase: true,
        approver: "by somebody other than the user",
      },
      {
        tool: "files.write",
        riskLevel: "medium",
        server: "sometimes",
        guard: { test: "sometimes", live: "always" },
        phrase: false,
        when: "size(input.name) > 9",
      },
      {
        tool: "files.read",
        riskLevel: "low",
        server: "never",
        guard: { test: "never", live: "never" },
        phrase: false,
      },
    ],
    forbidden: ["files.leak"],
  });
});

test("check --who needs contracts without errors, and excludes what prints findings", async () => {
  const files = await project();
  expect(await files.proviso("check --who --fix")).toMatchObject({ code: 2, out: "" });
  expect(await files.proviso("check --json --format sarif")).toMatchObject({ code: 2, out: "" });
  await files.edit("contracts/files.yaml", (text) => text.replace("riskLevel: low", "riskLevel: lo"));
  const { code, out, err } = await files.proviso("check --who");
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("contracts/files.yaml");
});
