import { compile, toManifest } from "@proviso/compiler";
import type { ContractModel } from "@proviso/compiler";
import { callSchema, type Json, type JsonObject, publicSchema, withDefaults } from "@proviso/manifest";
import { createEnforcingServer, memoryAudit, type Outcome } from "@proviso/server";
import { callApproved } from "@proviso/server/testing";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emitAll, rules } from "./emit-all.ts";
import { compilerOptions, createEmittedFolder, type EmittedFolder, ports } from "./emitted-folder.ts";

let emitted: EmittedFolder;
beforeAll(() => {
  emitted = createEmittedFolder();
});
afterAll(() => emitted.remove());

const names = ["leaf", "node", "tree"] as const;
const reference = fc.constantFrom(...names);

/** Types that hold each other, and themselves, in every way that the language has. Some have no end, and are refused. */
const { schema } = fc.letrec<{ schema: Json }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom("string", "integer", "any", "date-time"),
    reference,
    reference.map((name) => `${name}[]`),
    reference.map((name) => `string | ${name}[]`),
    fc.record({ type: fc.constant("string"), sensitive: fc.constant(true) }),
    fc.record({ type: fc.constant("integer"), default: fc.constant(3) }),
    reference.map((name) => ({ anyOf: [{ type: "null" }, { type: "object", properties: { next: name } }] })),
    reference.map((name) => ({ allOf: [{ type: "object", properties: { part: name } }] })),
    tie("schema").map((items) => ({ type: "array", items, maxItems: 4 })),
    tie("schema").map((additionalProperties) => ({ type: "object", additionalProperties })),
    fc
      .tuple(tie("schema"), tie("schema"), fc.boolean())
      .map(([first, second, isOptional]) => ({ [isOptional ? "a?" : "a"]: first, "b?": second })),
  ),
}));
const types = fc.record({ leaf: schema, node: schema, tree: schema });

/** One tool of high risk, so that a person is asked about what it is given. */
function contractOf(written: JsonObject): string {
  const value = { "value?": "tree", "also?": "leaf", "third?": "node" };
  return JSON.stringify({
    proviso: 1,
    domain: "things",
    description: "Things.",
    types: written,
    permissions: { "things:act": "Act." },
    tools: {
      act: {
        description: "Does something with a tree.",
        category: "testing",
        riskLevel: "high",
        inputSchema: value,
        outputSchema: value,
        permissions: ["things:act"],
        sideEffects: [{ updates: "A thing." }],
        auditEvent: "thing.done",
        failureModes: [],
        refine: [{ when: "!has(input.value)", riskLevel: "low", sideEffects: [] }],
        examples: [{ input: {} }],
      },
    },
  });
}

/** A value that mostly fits: as deep as the fuel lasts. */
function valueOf(of: Json | undefined, root: JsonObject, fuel: number): Json {
  if (typeof of !== "object" || of === null || Array.isArray(of)) return "x";
  const part = of as JsonObject;
  const { $ref, type, anyOf, allOf, properties, items, additionalProperties, format } = part;
  if (typeof $ref === "string") {
    const defs = root["$defs"] as JsonObject;
    return valueOf(defs[$ref.slice("#/$defs/".length)], root, fuel - 1);
  }
  const choice = Array.isArray(anyOf) ? anyOf : Array.isArray(allOf) ? allOf : undefined;
  if (choice) return valueOf(choice[fuel > 0 ? choice.length - 1 : 0], root, fuel - 1);
  if (type === "array") return fuel > 0 ? [valueOf(items, root, fuel - 1)] : [];
  if (type === "integer") return 1;
  if (type === "null") return null;
  if (format === "date-time") return "2026-01-01T10:00:00+01:00";
  if (type !== "object") return "x";
  const required = (part["required"] ?? []) as readonly string[];
  const members = Object.entries((properties ?? {}) as JsonObject)
    .filter(([name]) => fuel > 0 || required.includes(name))
    .map(([name, each]): [string, Json] => [name, valueOf(each, root, fuel - 1)]);
  const others: [string, Json][] =
    additionalProperties && fuel > 0 ? [["x", valueOf(additionalProperties, root, fuel - 1)]] : [];
  return Object.fromEntries([...members, ...others]);
}

async function callWith(model: ContractModel, input: JsonObject): Promise<Outcome> {
  const server = createEnforcingServer({
    manifest: toManifest(model, { product: "shop", wireNames: "dotted" }),
    handlers: { "things.act": { execute: (given: JsonObject) => given } } as never,
    ports: () => ({}),
    audit: memoryAudit(),
    onFault: (fault) => {
      throw fault;
    },
  });
  const anna = { id: "anna", tenant: "acme", kind: "agent", permissions: ["things:act"] } as const;
  return callApproved(server, anna)("things.act", input);
}

test("types that hold themselves end everywhere: compiled, emitted, checked, shown, recorded", async () => {
  const texts = fc.sample(types, { numRuns: 60, seed: 7 }).map((each) => contractOf(each as JsonObject));
  const paths: Record<string, string[]> = {};
  let accepted = 0;
  for (const [index, text] of texts.entries()) {
    const { model, diagnostics } = compile([{ path: "things.yaml", text }], { rules });
    if (!model) {
      const codes = diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
      expect(new Set(codes)).toEqual(new Set(["resolve/recursive-type"]));
      continue;
    }
    accepted += 1;
    const [tool] = toManifest(model, { product: "shop", wireNames: "dotted" }).tools;
    if (!tool) throw new Error("the tool is missing");
    const root = callSchema(tool);
    const ajv = new Ajv2020({ strict: false, logger: false });
    formats.default(ajv);
    const isValid = ajv.compile(publicSchema(root));
    for (const fuel of [0, 3, 12]) {
      const given = JSON.parse(JSON.stringify(valueOf(root, root, fuel))) as JsonObject;
      const input = withDefaults(root, given) ?? given;
      const outcome = await callWith(model, given);
      const code = "failure" in outcome ? outcome.failure.code : outcome.kind;
      expect({ text, input, code }).toEqual({
        text,
        input,
        code: isValid(input) ? "completed" : "invalid_input",
      });
    }
    const files = await emitAll(model, { scope: `@s${index}` });
    if (accepted > 12) continue;
    for (const [path, code] of files)
      if (/\.ts$|manifest\//.test(path)) emitted.write(`s${index}/${path}`, code);
    emitted.write(`s${index}/ports.ts`, ports);
    for (const name of ["schemas", "server", "client"]) {
      paths[`@s${index}/${name}`] = [`./s${index}/${name}/src/index.ts`];
      paths[`@s${index}/${name}/*`] = [`./s${index}/${name}/src/*.ts`];
    }
  }
  expect(accepted).toBeGreaterThan(15);
  emitted.write(
    "tsconfig.json",
    JSON.stringify({ compilerOptions: { ...compilerOptions, paths }, include: ["s*/**/*"] }),
  );
  expect(emitted.tsc("-p", ".")).toBe("");
});
