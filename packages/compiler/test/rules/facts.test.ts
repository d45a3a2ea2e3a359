import { expect, test } from "vitest";
import { compileContracts } from "../../src/compile/compile.ts";
import type { ContractFacts } from "../../src/rules/facts/facts.ts";
import { contractOf } from "../contract-text.ts";

function factsOf(text: string): ContractFacts {
  const { contracts } = compileContracts([{ path: "things.yaml", text }], {});
  const [contract] = contracts;
  expect(contract?.misread).toEqual([]);
  if (!contract?.facts) throw new Error("there are no facts");
  return contract.facts;
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
