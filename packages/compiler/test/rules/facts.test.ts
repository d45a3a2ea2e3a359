import { expect, test } from "vitest";
import { decode } from "../../src/decode/decode.ts";
import { deriveTool } from "../../src/derive/derive-tool.ts";
import { parse } from "../../src/parse.ts";
import { resolve } from "../../src/resolve/resolve.ts";
import { collectFacts, type ContractFacts } from "../../src/rules/facts.ts";
import { contractOf } from "../contract-text.ts";

function factsOf(text: string): ContractFacts {
  const { tree } = parse({ path: "things.yaml", text });
  const { document } = tree ? decode(tree) : {};
  const { domains, diagnostics } = resolve(document ? [document] : [], false);
  expect(diagnostics).toEqual([]);
  const [domain] = domains;
  if (!domain) throw new Error("there is no domain");
  return collectFacts(
    domain,
    domain.tools.map((tool) => ({ tool: deriveTool(tool), written: tool.document.fields })),
  );
}

const header = `types: { id: string, pair: { a: id }, lone: string }
permissions: { "things:see": See., "things:all": All., "things:none": None. }
failureModes: { gone: { description: Gone. }, lost: { description: Lost. } }
`;

test("the facts of a contract say what it declares and what its tools use, through types and conditions too", () => {
  const { declared, used } = factsOf(
    contractOf(
      {
        riskLevel: "medium",
        outputSchema: "pair",
        permissions: '["things:see"]',
        failureModes: "[gone]",
        confirmation: `{ when: "!('things:all' in principal.permissions)" }`,
      },
      header,
    ),
  );
  expect(declared.types.map(({ name }) => name)).toEqual(["things.id", "things.pair", "things.lone"]);
  expect(declared.failureModes.map(({ name }) => name)).toEqual(["things.gone", "things.lost"]);
  expect(used).toEqual({
    types: ["things.id", "things.pair"],
    permissions: ["things:all", "things:see"],
    failureModes: ["things.gone"],
  });
});

test("the facts of a contract survive JSON", () => {
  const facts = factsOf(contractOf({ permissions: '["things:see"]' }, header));
  expect(JSON.parse(JSON.stringify(facts))).toEqual(facts);
  expect(facts.tools[0]).toMatchObject({ name: "things.act", sendsUnasked: false, mentions: [] });
});
