import { expect, test } from "vitest";
import { compile } from "../../src/index.ts";
import { contractOf } from "../contract-text.ts";
import { unusedType } from "../../src/rules/unused-type.ts";
import { checkProjects } from "./check-rule.ts";

const tool = (outputSchema: string): string => contractOf({ outputSchema });

checkProjects(unusedType, {
  valid: {
    "types that tools use, through other types too": {
      "a.yaml": contractOf({ outputSchema: "{ b: b }" }, "types: { a: string, b: { a: a }, c: string }\n"),
      "b.yaml": tool("{ c: things.c }").replace("domain: things", "domain: others"),
    },
    "a type that is a whole schema": {
      "a.yaml": contractOf({ inputSchema: "a" }, "types: { a: { b: string } }\n"),
    },
  },
  invalid: {
    "a type that nothing uses": { "a.yaml": contractOf({}, "types: { ⟦a⟧: string }\n") },
    "types that only use each other": { "a.yaml": contractOf({}, "types: { ⟦a⟧: string, ⟦b⟧: { a: a } }\n") },
  },
});

test("draws no conclusion while a tool that may use the type is not understood", () => {
  const text = contractOf({ outputSchema: "{ a: a }", riskLevel: "lo" }, "types: { a: string }\n");
  const { diagnostics } = compile([{ path: "a.yaml", text }], { rules: { "lint/missing-owner": "off" } });
  expect(diagnostics.map(({ code }) => code)).toEqual(["decode/unknown-value"]);
});
