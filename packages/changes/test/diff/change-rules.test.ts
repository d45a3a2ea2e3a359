import { describe, expect, test } from "vitest";
import { contractFields } from "@proviso/manifest/fields";
import { fieldsOf } from "../../src/diff/change-rules.ts";
import { changeRules, type ContractLines, diffManifests } from "../../src/index.ts";
import { idsOf, manifestOf, sidesOf } from "./contracts.ts";

describe.each(changeRules.map((rule) => [rule.name, rule] as const))("%s", (_name, rule) => {
  test.each(rule.examples.map((example) => [example.id, example.path, example] as const))(
    "finds %s at %s, and its reverse backwards",
    (id, path, example) => {
      const [before, after] = sidesOf(example);
      expect(idsOf(before, after)).toContain(`${id} ${path}`);
      const back = rule.kinds[id]?.reverse;
      expect(idsOf(after, before)).toContain(`${back} ${path}`);
      expect(diffManifests(before, before)).toEqual([]);
      expect(diffManifests(after, after)).toEqual([]);
    },
  );
});

test("some rule compares each field, apart from the hash, and the domain as part of the name", () => {
  const compared = new Set(changeRules.flatMap((rule) => [...fieldsOf(rule)]));
  const names = contractFields.map(({ name }) => name).filter((name) => !compared.has(name));
  expect(names).toEqual(["domain", "hash"]);
});

describe("what is easy to hide", () => {
  const check = (before: ContractLines, after: ContractLines, expected: readonly string[]): void =>
    expect(idsOf(manifestOf(before), manifestOf(after))).toEqual(expected);

  test("is a limit that goes with the name of an argument", () => {
    const limited = { inputSchema: "{ pages?: { type: integer, maximum: 5 } }" };
    check(limited, { inputSchema: "{ sheets?: { type: integer, maximum: 5 } }" }, [
      "input-property-removed inputSchema.properties.pages",
      "input-property-added inputSchema.properties.sheets",
    ]);
    check(limited, { inputSchema: "{ sheets?: integer }" }, [
      "input-widened inputSchema.properties.sheets",
      "input-narrowed inputSchema.properties.pages",
    ]);
  });

  test("is an argument that a condition does not know", () => {
    const when = (condition: string): ContractLines => ({
      inputSchema: "{ pages: integer }",
      confirmation: `{ when: ${condition} }`,
    });
    const sheets = { inputSchema: "{ pages: integer, sheets?: integer }" };
    const pages = "input.pages > 10.0";
    const hidden = "input-property-added-beside-condition inputSchema.properties.sheets";
    check(when(pages), { ...when(pages), ...sheets }, [hidden]);
    check(
      when(pages),
      {
        ...when("input.pages > 10.0 || input.sheetsOld > 10.0"),
        ...sheets,
        inputSchema: "{ pages: integer, sheetsOld?: integer, sheets?: integer }",
      },
      [
        hidden,
        "confirmation-tightened confirmation.condition",
        "input-property-added inputSchema.properties.sheetsOld",
      ],
    );
    // A condition that names it, or that does not read the arguments.
    check(
      when(pages),
      { ...when("input.pages > 10.0 || (has(input.sheets) && input.sheets > 10.0)"), ...sheets },
      ["confirmation-tightened confirmation.condition", "input-property-added inputSchema.properties.sheets"],
    );
    const live = when("env.name == 'live'");
    check(live, { ...live, ...sheets }, ["input-property-added inputSchema.properties.sheets"]);
  });

  test("is the mark of a secret that is written as an alternative", () => {
    check(
      { inputSchema: "{ key: { type: string, sensitive: true } }" },
      { inputSchema: "{ key: { anyOf: [{ type: string, sensitive: true }] } }" },
      [
        "input-no-longer-sensitive inputSchema.properties.key.sensitive",
        "input-made-sensitive inputSchema.properties.key.anyOf.0.sensitive",
      ],
    );
    check(
      { inputSchema: "{ key: { anyOf: [{ type: string, sensitive: true }, { type: integer }] } }" },
      { inputSchema: "{ key: { type: [string, integer] } }" },
      ["input-no-longer-sensitive inputSchema.properties.key.anyOf.0.sensitive"],
    );
  });

  test("is a milder contract behind one that was removed", () => {
    const reads = (action: string, confirmation: string): string =>
      `{ when: "input.action == '${action}'", riskLevel: low, confirmation: ${confirmation}, sideEffects: [] }`;
    const tool = {
      riskLevel: "high",
      sideEffects: "[{ updates: The note., reversible: true }]",
      inputSchema: "{ action: look | list }",
    };
    const [first, last] = [reads("look", "always"), reads("list", "never")];
    const order = ["refinement-order-changed refinements"];
    check({ ...tool, refine: `[${first}, ${last}]` }, { ...tool, refine: `[${last}]` }, order);
    check({ ...tool, refine: `[${last}]` }, { ...tool, refine: `[${first}, ${last}]` }, order);
    check({ ...tool, refine: `[${first}, ${last}]` }, { ...tool, refine: `[${first}]` }, [
      "refinement-removed refinements.1",
    ]);
  });

  test("is a refusal that follows from the contract, and is not listed", () => {
    const before = manifestOf({ confirmation: "always" });
    const [tool] = before.tools;
    const failureModes = tool?.failureModes.filter(({ code }) => code !== "confirmation_required") ?? [];
    const after = { ...before, tools: tool ? [{ ...tool, failureModes }] : [] };
    expect(idsOf(before, after)).toEqual(["failure-mode-removed failureModes.confirmation_required"]);
  });
});

describe("the rules together", () => {
  const kinds = changeRules.flatMap((rule) =>
    Object.entries(rule.kinds).map(([id, kind]) => ({ rule, id, kind })),
  );

  test("have different names and ids", () => {
    expect(new Set(changeRules.map(({ name }) => name)).size).toBe(changeRules.length);
    expect(new Set(kinds.map(({ id }) => id)).size).toBe(kinds.length);
  });

  test("have an example of every id, forwards or backwards", () => {
    const shown = changeRules.flatMap(({ examples, kinds: own }) =>
      examples.flatMap(({ id }) => [id, own[id]?.reverse]),
    );
    expect(kinds.map(({ id }) => id).filter((id) => !shown.includes(id))).toEqual([]);
  });

  test("are symmetric: what loosens is tightened backwards, or cannot be decided in either direction", () => {
    for (const { rule, id, kind } of kinds) {
      const back = rule.kinds[kind.reverse];
      const expected = { loosened: "tightened", tightened: "loosened", unchanged: "unchanged" } as const;
      const isUndecided = kind.reverse === id && kind.callers !== "safe";
      expect([id, back?.safety]).toEqual([
        id,
        isUndecided || id === "audit-event-changed" ? kind.safety : expected[kind.safety],
      ]);
    }
  });
});

describe("a value that is not there is said in words", () => {
  const always = (more: string): ContractLines => ({
    riskLevel: "high",
    stepUpAuth: `{ always: true${more} }`,
  });
  const repeated = (more: string): ContractLines => ({
    riskLevel: "high",
    idempotency: `{ ttl: 1h${more} }`,
    sideEffects: "[updates: The note.]",
  });
  const image = (more: string): ContractLines => ({
    outputSchema: null,
    result: `{ content: image${more} }`,
  });

  test.each<[string, ContractLines, ContractLines, string, string]>([
    [
      "an authentication context",
      always(", acr: mfa"),
      always(""),
      "needs no particular authentication context instead of the authentication context `mfa`",
      "needs the authentication context `mfa` instead of no particular authentication context",
    ],
    [
      "an owner",
      { owner: "writing" },
      { owner: null },
      "has another owner: nobody instead of `writing`",
      "has another owner: `writing` instead of nobody",
    ],
    [
      "what is said of repetitions",
      repeated(", onRepeat: Returns it."),
      repeated(""),
      "says nothing of repeated calls",
      "says of repeated calls: `Returns it.`",
    ],
    [
      "the types of blocks",
      image(", mimeTypes: [image/png]"),
      image(""),
      'returns blocks of every type instead of `["image/png"]`',
      'returns blocks of `["image/png"]` instead of every type',
    ],
    [
      "the size of a result",
      image(", maxBytes: 10"),
      image(""),
      "returns any number of bytes instead of at most 10 bytes",
      "returns at most 10 bytes instead of any number of bytes",
    ],
  ])("%s", (_what, before, after, forth, back) => {
    const said = (one: ContractLines, other: ContractLines) =>
      diffManifests(manifestOf(one), manifestOf(other)).map(({ message }) => message);
    expect(said(before, after)).toContainEqual(expect.stringContaining(forth));
    expect(said(after, before)).toContainEqual(expect.stringContaining(back));
  });

  test.each(changeRules.flatMap(({ examples }) => examples.map((example) => [example.id, example] as const)))(
    "in every example of %s, both ways",
    (_id, example) => {
      const [before, after] = sidesOf(example);
      for (const { message } of [...diffManifests(before, after), ...diffManifests(after, before)])
        expect(message).not.toMatch(/\babsent\b|\bundefined\b/);
    },
  );
});
