import { readFileSync } from "node:fs";
import { toManifest } from "@proviso/compiler";
import type { Json, JsonObject, Manifest } from "@proviso/manifest";
import { createEnforcingServer, memoryAudit } from "@proviso/server";
import { callAs } from "@proviso/server/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emitAll, modelOf } from "./emit-all.ts";
import { compilerOptions, createEmittedFolder, type EmittedFolder, ports } from "./emitted-folder.ts";

interface Form {
  readonly name: string;
  readonly schema: Json;
  readonly whole?: boolean;
  readonly fits?: readonly Json[];
  readonly refuses?: readonly Json[];
}

const fixture = new URL("../../compiler/test/fixtures/pasted-forms.json", import.meta.url);
const { forms } = JSON.parse(readFileSync(fixture, "utf8")) as { readonly forms: readonly Form[] };

/** A tool for each form, which takes and returns what the pasted schema says. */
const tools = forms.map(({ schema, whole }, index) => {
  const pasted = whole
    ? schema
    : { type: "object", properties: { value: schema }, required: ["value"], additionalProperties: false };
  return [
    `take_${index}`,
    {
      description: "Takes what a pasted schema says, and returns it.",
      category: "testing",
      riskLevel: "low",
      inputSchema: pasted,
      outputSchema: pasted,
      permissions: ["forms:take"],
      sideEffects: [],
      auditEvent: "form.taken",
      failureModes: [],
    },
  ] as const;
});
const text = JSON.stringify({
  proviso: 1,
  domain: "forms",
  description: "Pasted schemas.",
  permissions: { "forms:take": "Take." },
  tools: Object.fromEntries(tools),
});
const model = modelOf([{ path: "forms.yaml", text }]);

let emitted: EmittedFolder;
beforeAll(() => {
  emitted = createEmittedFolder();
});
afterAll(() => emitted.remove());

/** The contract as a generated package holds it. */
const manifest = JSON.parse(
  JSON.stringify(toManifest(model, { product: "forms", wireNames: "dotted" })),
) as Manifest;
const execute = (input: JsonObject): JsonObject => input;
const server = createEnforcingServer({
  manifest,
  handlers: Object.fromEntries(tools.map(([name]) => [`forms.${name}`, { execute }])) as never,
  ports: () => ({}),
  audit: memoryAudit(),
  onFault: (fault) => {
    throw fault;
  },
});
const call = callAs(server, { id: "anna", kind: "agent", permissions: ["forms:take"] });

test.each(forms.map((form, index) => [form.name, form, index] as const))(
  "a server takes and refuses the values of a pasted schema: %s",
  async (_name, { whole, fits = [], refuses = [] }, index) => {
    const outcomeOf = async (value: Json): Promise<string> => {
      const outcome = await call(`forms.take_${index}`, whole ? value : { value });
      return "failure" in outcome ? outcome.failure.code : outcome.kind;
    };
    for (const value of fits) expect([value, await outcomeOf(value)]).toEqual([value, "completed"]);
    for (const value of refuses) expect([value, await outcomeOf(value)]).toEqual([value, "invalid_input"]);
  },
);

test("what is emitted for pasted schemas type-checks", async () => {
  for (const [path, code] of await emitAll(model, { scope: "@forms" }))
    if (/\.ts$|manifest\//.test(path)) emitted.write(path, code);
  emitted.write("ports.ts", ports);
  const paths = Object.fromEntries(
    ["schemas", "server", "client"].flatMap((name) => [
      [`@forms/${name}`, [`./${name}/src/index.ts`]],
      [`@forms/${name}/*`, [`./${name}/src/*.ts`]],
    ]),
  );
  const tsconfig = { compilerOptions: { ...compilerOptions, paths }, include: ["**/*"] };
  emitted.write("tsconfig.json", JSON.stringify(tsconfig));
  expect(emitted.tsc("-p", ".")).toBe("");
});
