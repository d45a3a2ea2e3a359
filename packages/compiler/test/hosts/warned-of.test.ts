import { expect, test } from "vitest";
import { compile } from "../../src/index.ts";
import { contractOf } from "../contract-text.ts";
import { fragmentRules } from "../fragment-rules.ts";

test("hosts are asked about a tool that the compiler warns of, too", () => {
  const text = contractOf({
    inputSchema: "{ notes: { type: array }, code: { type: string, format: barcode } }",
  });
  const hosts = { names: ["openai"], product: "acme", wireNames: "underscore" } as const;
  const { diagnostics } = compile([{ path: "things.yaml", text }], { rules: fragmentRules, hosts });
  const codes = diagnostics.map(({ code }) => code);
  expect(codes).toContain("type/unknown-format");
  expect(codes).toContain("host/array-items");
});
