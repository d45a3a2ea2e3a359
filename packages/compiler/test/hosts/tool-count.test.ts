import { expect, test } from "vitest";
import { compile } from "../../src/index.ts";
import { contractOf } from "../contract-text.ts";
import { fragmentRules } from "../fragment-rules.ts";

const [head = "", tool = ""] = contractOf({}).split("  act:\n");

function findingsOf(count: number): readonly { readonly code: string; readonly line: number }[] {
  const tools = Array.from(
    { length: count },
    (_, index) => `  act${String(index).padStart(3, "0")}:\n${tool}`,
  );
  const hosts = { names: ["openai"], product: "acme", wireNames: "underscore" } as const;
  const { diagnostics } = compile([{ path: "things.yaml", text: head + tools.join("") }], {
    rules: fragmentRules,
    hosts,
  });
  return diagnostics.map(({ code, span }) => ({ code, line: span.line }));
}

test("openai takes 128 tools", () => expect(findingsOf(128)).toEqual([]));

test("openai does not take one more, which the finding points at", () => {
  const line = head.split("\n").length + 128 * tool.split("\n").length;
  expect(findingsOf(129)).toEqual([{ code: "host/tool-count", line }]);
});
