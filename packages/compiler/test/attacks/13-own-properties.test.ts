import fc from "fast-check";
import { expect, test } from "vitest";
import { toManifest } from "../../src/index.ts";
import { compileText, contractOf, modelOf } from "../contract-text.ts";

const names = ["constructor", "prototype", "toString", "valueOf", "hasOwnProperty", "then", "toJSON"];
const snake = ["constructor", "prototype", "to_string", "value_of", "then", "has_own_property"];
const seed = { seed: 13, numRuns: 60 };

test("whatever has such a name is declared, found and kept like anything else", () => {
  const verbs = fc.constantFrom(...snake);
  const others = fc.constantFrom(...names);
  fc.assert(
    fc.property(
      verbs,
      verbs,
      others,
      others,
      fc.constantFrom(...snake),
      (domain, verb, type, field, failure) => {
        const permission = `${domain}:${verb}`;
        const header = [
          `types: { ${type}: { type: string, description: ${type} } }`,
          `permissions: { "${permission}": Allows it. }`,
          `failureModes: { ${failure}: { description: ${failure} } }`,
          "",
        ].join("\n");
        const fields = {
          inputSchema: `{ ${field}: ${type} }`,
          permissions: `["${permission}"]`,
          failureModes: `[${failure}]`,
          idempotency: `{ key: [${field}], onRepeat: The same. }`,
          metadata: `{ ${field}: 1 }`,
        };
        const text = contractOf(fields, header, verb).replace("domain: things", `domain: ${domain}`);
        const tool = modelOf(text).domains[0]?.tools[0];
        expect(tool?.name).toBe(`${domain}.${verb}`);
        expect(Object.keys(tool?.inputSchema["properties"] ?? {})).toEqual([field]);
        expect(Object.keys(tool?.inputSchema["$defs"] ?? {})).toEqual([`${domain}.${type}`]);
        expect(Object.keys(tool?.metadata ?? {})).toEqual([field]);
        expect(tool?.failureModes.map(({ code }) => code)).toContain(failure);
        expect(
          Object.keys(toManifest(modelOf(text), { product: "shop", wireNames: "dotted" }).permissions),
        ).toEqual([permission]);
      },
    ),
    seed,
  );
});

test.each(["__proto__", ...names])("nothing is found that is only inherited: %s", (name) => {
  const { diagnostics } = compileText(
    contractOf({
      inputSchema: `{ a: ${name}, b: things.${name} }`,
      permissions: "['a:constructor']",
      failureModes: "[constructor, things.constructor]",
      deprecated: "{ reason: Old., successor: things.constructor }",
    }),
  );
  expect(diagnostics.map(({ code }) => code)).toEqual([
    "type/unknown-type",
    "type/unknown-type",
    "resolve/unknown-permission",
    "resolve/unknown-failure-mode",
    "resolve/unknown-failure-mode",
    "resolve/unknown-successor",
  ]);
});

test.each(["__proto__", ...names])("a field that is called %s is unknown, and sets nothing", (name) => {
  const { diagnostics } = compileText(contractOf({ [name]: "{ riskLevel: forbidden }" }));
  expect(diagnostics.map(({ code }) => code)).toEqual(["decode/unknown-key"]);
  expect({}).not.toHaveProperty("riskLevel");
});
