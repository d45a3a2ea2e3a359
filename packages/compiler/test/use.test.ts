import { expect, test } from "vitest";
import { compile } from "../src/compile/compile.ts";
import { toManifest } from "../src/derive/model.ts";
import type { SourceText } from "../src/report/source.ts";
import { contractOf } from "./contract-text.ts";
import { fragmentRules } from "./fragment-rules.ts";

const shared = `proviso: 1
domain: shared
description: Names that products share.
types:
  money: { type: object, properties: { cents: { type: integer }, unit: currency }, required: [cents, unit] }
  currency: { type: string, pattern: "^[A-Z]{3}$" }
  other: { type: string, maxLength: 4 }
permissions:
  money:read: See amounts.
  money:write: Change amounts.
failureModes:
  no_account: { description: There is no such account. }
`;

const user = contractOf(
  {
    inputSchema: "{ amount: shared.money }",
    permissions: '["money:read"]',
    failureModes: "[shared.no_account]",
  },
  "use: ../shared/types.yaml\n",
);

function compileFiles(files: Readonly<Record<string, string>>, uses?: SourceText["uses"]) {
  const sources = Object.entries(files).map(([path, text]) => ({ path, text, ...(uses && { uses }) }));
  return compile(sources, { rules: fragmentRules });
}

function check(files: Readonly<Record<string, string>>, expected: readonly string[]): void {
  const found = compileFiles(files).diagnostics.map(
    ({ code, span, message, hint = "" }) => `${span.file}:${span.line} ${code} ${message} (${hint})`,
  );
  expect(found).toEqual(expected);
}

test("a contract uses types, permissions and failure modes of a shared file", () => {
  const { model, diagnostics } = compileFiles({ "contracts/a.yaml": user, "shared/types.yaml": shared });
  expect(diagnostics).toEqual([]);
  const [things] = model?.domains.find(({ name }) => name === "things")?.tools ?? [];
  expect(Object.keys(things?.inputSchema["$defs"] ?? {})).toEqual(["shared.currency", "shared.money"]);
  expect(things?.failureModes[0]?.code).toBe("no_account");
});

test("a product has only the permissions of a shared file that its tools require", () => {
  const { model } = compileFiles({ "contracts/a.yaml": user, "shared/types.yaml": shared });
  const manifest = toManifest(model ?? { domains: [] }, { product: "shop", wireNames: "underscore" });
  expect(manifest.permissions).toEqual({ "money:read": "See amounts." });
});

test("a change of a shared type changes the hash of each contract that uses it, and of no other", () => {
  const other = contractOf({}, "", "act").replace("domain: things", "domain: other");
  const hashes = (text: string): readonly (string | undefined)[] =>
    ["things", "other"].map(
      (domain) =>
        compileFiles({ "a.yaml": user, "b.yaml": other, "../shared/types.yaml": text }).model?.domains.find(
          ({ name }) => name === domain,
        )?.tools[0]?.hash,
    );
  const [before, otherBefore] = hashes(shared);
  expect(hashes(shared.replace("maxLength: 4", "maxLength: 5"))).toEqual([before, otherBefore]);
  const [after, otherAfter] = hashes(shared.replace("{3}", "{3,4}"));
  expect(after).not.toBe(before);
  expect(otherAfter).toBe(otherBefore);
});

test("what is wrong in a shared file is reported there, with the file that uses it", () => {
  check(
    { "contracts/a.yaml": user, "shared/types.yaml": shared.replace("unit: currency", "unit: currncy") },
    [
      "shared/types.yaml:5 type/unknown-type there is no type `currncy` (did you mean `currency`?; used by `contracts/a.yaml`)",
    ],
  );
});

test("a used file that is no mapping, and one of another kind, say so", () => {
  check({ "contracts/a.yaml": user, "shared/types.yaml": "- money\n" }, [
    expect.stringMatching(/^shared\/types.yaml:1 parse\/\S+ .*used by `contracts\/a.yaml`\)$/),
  ]);
  check({ "contracts/a.yaml": user, "shared/types.yaml": "services:\n  web: 1\nvolumes: 2\nnetworks: 3\n" }, [
    expect.stringMatching(/^shared\/types.yaml:1 decode\/unknown-key /),
  ]);
});

test("a used file declares no tools", () => {
  const withTools = `${shared}tools:\n  act: { description: Acts. }\n`;
  check({ "contracts/a.yaml": user, "shared/types.yaml": withTools }, [
    expect.stringMatching(/^shared\/types.yaml:13 decode\/tools-in-used-file /),
  ]);
});

test("a file that is not there is reported where it is used", () => {
  check({ "contracts/a.yaml": user }, [
    "contracts/a.yaml:4 resolve/unknown-use cannot use `../shared/types.yaml`: there is no such file ()",
  ]);
});

test("what the host says of a used file is reported", () => {
  const uses = { "../shared/types.yaml": { problem: "it is a folder", hint: "name a file in it" } };
  const [found] = compileFiles({ "a.yaml": user }, uses).diagnostics;
  expect(found).toMatchObject({
    code: "resolve/unknown-use",
    message: "cannot use `../shared/types.yaml`: it is a folder",
    hint: "name a file in it",
  });
});

test("files that use each other are reported once", () => {
  const to = (domain: string, file: string): string =>
    `proviso: 1\ndomain: ${domain}\ndescription: Names.\nuse: ${file}\n`;
  check(
    {
      "contracts/a.yaml": user.replace(
        "use: ../shared/types.yaml",
        "use: [../shared/types.yaml, ../shared/b.yaml]",
      ),
      "shared/types.yaml": shared.replace("types:", "use: ./b.yaml\ntypes:"),
      "shared/b.yaml": to("words", "./c.yaml"),
      "shared/c.yaml": to("more", "./types.yaml"),
    },
    [
      "shared/c.yaml:4 resolve/use-cycle these files use each other: `shared/types.yaml` -> `shared/b.yaml` -> `shared/c.yaml` -> `shared/types.yaml` (move what both need to a third file; used by `shared/b.yaml`)",
    ],
  );
});

test("a used file can use another, and files that use the same file are no cycle", () => {
  const words =
    "proviso: 1\ndomain: words\ndescription: Words.\ntypes: { word: { type: string, maxLength: 9 } }\n";
  const { diagnostics } = compileFiles({
    "a.yaml": user.replace("use: ../shared/types.yaml", "use:\n  - ./types.yaml\n  - ./words.yaml"),
    "types.yaml": shared.replace("types:", "use: ./words.yaml\ntypes:\n  label: words.word"),
    "words.yaml": words,
  });
  expect(diagnostics).toEqual([]);
});

test("a name is declared twice in two used files, or in a file and a used file", () => {
  const again = "proviso: 1\ndomain: shared\ndescription: Again.\ntypes: { money: { type: integer } }\n";
  const both = user.replace("use: ../shared/types.yaml", "use: [../shared/a.yaml, ../shared/b.yaml]");
  check({ "contracts/a.yaml": both, "shared/a.yaml": shared, "shared/b.yaml": again }, [
    "shared/b.yaml:4 resolve/duplicate-name `shared.money` is already declared in `shared/a.yaml`; remove one (files of one domain share its names; used by `contracts/a.yaml`)",
  ]);
  const own = contractOf({}, "use: ./shared.yaml\ntypes: { money: { type: integer } }\n");
  const theirs = shared.replace("domain: shared", "domain: things").replace("no_account", "act");
  check({ "a.yaml": own, "shared.yaml": theirs }, [
    "shared.yaml:5 resolve/duplicate-name `things.money` is already declared in `a.yaml`; remove one (files of one domain share its names; used by `a.yaml`)",
  ]);
});

test.each([
  "/etc/passwd",
  "/etc/shared.yaml",
  "../../../etc/passwd",
  "https://example.com/types.yaml",
  "file:///etc/types.yaml",
  String.raw`..\shared\types.yaml`,
  String.raw`C:\shared\types.yaml`,
  "C:/shared/types.yaml",
  "types.yaml",
  "../shared/",
  "../shared",
  "..",
  "~/types.yaml",
  "./a/../../types.yaml",
  "@acme/contracts/../../../secret.yaml",
  "@acme/contracts",
  "./types.yaml?raw",
  "./a//b.yaml",
])("`use: %s` names no file that can be used", (name) => {
  const text = contractOf({}, `use: '${name}'\n`);
  const codes = compileFiles({ "a.yaml": text }).diagnostics.map(({ code, span }) => `${code} ${span.line}`);
  expect(codes).toEqual(["decode/bad-text 4"]);
});

test.each([
  "./types.yaml",
  "../../shared/types.yml",
  "@acme/contracts/types.yaml",
  "contracts/v1/my types.yaml",
])("`use: %s` can name a file", (name) => {
  const codes = compileFiles({ "a.yaml": contractOf({}, `use: "${name}"\n`) }).diagnostics;
  expect(codes.map(({ code }) => code)).toEqual(["resolve/unknown-use"]);
});

test("a domain stands in several files, which share its names and tools", () => {
  const first = contractOf({ inputSchema: "{ id: thingId }" }, "types: { thingId: { type: string } }\n");
  const second = contractOf({ inputSchema: "{ id: thingId }" }, "", "undo").replace("Things.", "Undo them.");
  const { model, diagnostics } = compileFiles({ "a.yaml": first, "b.yaml": second });
  expect(diagnostics).toEqual([]);
  const domains = model?.domains.map(({ name, description, tools }) => [
    name,
    description,
    ...tools.map((tool) => `${tool.name} ${tool.spans.name.file}`),
  ]);
  expect(domains).toEqual([["things", "Things. Undo them.", "things.act a.yaml", "things.undo b.yaml"]]);
});

test("parts of pasted schemas get different names in the files of a domain", () => {
  const pasted = (kind: string): string =>
    `{ type: object, properties: { at: { $ref: "#/$defs/point" } }, $defs: { point: { type: ${kind} } } }`;
  const { model, diagnostics } = compileFiles({
    "a.yaml": contractOf({ inputSchema: pasted("string") }),
    "b.yaml": contractOf({ inputSchema: pasted("integer") }, "", "undo"),
  });
  expect(diagnostics).toEqual([]);
  const types = model?.domains[0]?.tools.map(({ inputSchema }) => Object.values(inputSchema["$defs"] ?? {}));
  expect(types).toEqual([[{ type: "string" }], [{ type: "integer" }]]);
});

const effects = "effects:\n  card_charged: { sends: A receipt., reversible: true }\n";
const charges = (name: string, more = {}): string =>
  contractOf(
    { riskLevel: "critical", stepUpAuth: "always", sideEffects: `[{ effect: ${name} }]`, ...more },
    "use: ./shared.yaml\n",
  );

test("a tool lists an effect that a shared file declares, as if it were written there", () => {
  const written = { sends: "A receipt.", reversible: true };
  const effectsOf = (text: string): unknown =>
    compileFiles({ "a.yaml": text, "shared.yaml": `${shared}${effects}` }).model?.domains.find(
      ({ name }) => name === "things",
    )?.tools[0]?.sideEffects;
  const named = effectsOf(charges("shared.card_charged"));
  expect(named).toMatchObject([{ kind: "sends", reversible: true, external: true }]);
  expect(named).toEqual(effectsOf(charges("", { sideEffects: JSON.stringify([written]) })));
  const refined = charges("shared.card_charged", {
    refine: `[{ when: "true", sideEffects: [{ effect: shared.card_charged }] }]`,
  });
  expect(effectsOf(refined)).toEqual(named);
});

test("an effect that is not declared is reported, and says nothing beside its name", () => {
  const files = { "shared.yaml": `${shared}${effects}` };
  check({ "a.yaml": charges("shared.card_charge"), ...files }, [
    expect.stringMatching(
      /^a.yaml:\d+ resolve\/unknown-effect the effect `shared.card_charge` is not declared \(did you mean `shared.card_charged`\?\)$/,
    ),
  ]);
  check({ "a.yaml": charges("shared.card_charged, reversible: false"), ...files }, [
    expect.stringMatching(/decode\/unknown-key unknown key `reversible` in a named effect/),
  ]);
  check(
    {
      "a.yaml": charges("shared.card_charged"),
      "shared.yaml": `${shared}effects: { card_charged: Pays. }\n`,
    },
    [
      expect.stringMatching(
        /^shared.yaml:\d+ decode\/wrong-type write a map such as `pays: What is paid.` here/,
      ),
    ],
  );
});
