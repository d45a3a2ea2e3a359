import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileContracts } from "../src/compile/compile.ts";
import type { KeptContract, SourceText } from "../src/index.ts";

type Files = Readonly<Record<string, string>>;

/** A contract whose tool takes what `uses` says, and which declares what `declares` says. */
function contract(domain: string, uses: Partial<Record<string, string>> = {}, declares = ""): string {
  const { input = "{}", permissions = "[]", failures = "[]", more = "" } = uses;
  return `proviso: 1
domain: ${domain}
description: About ${domain}.
${declares}tools:
  read:
    description: Reads something of ${domain}.
    category: testing
    riskLevel: low
    inputSchema: ${input}
    outputSchema: {}
    permissions: ${permissions}
    sideEffects: []
    dataFlow: { readsPrivate: false, returnsUntrusted: false }
    auditEvent: ${domain}.read
    failureModes: ${failures}
${more}`;
}

const declares = `types: { id: { type: string, maxLength: 10 }, pair: { a: id } }
permissions: { "files:read": Read files. }
failureModes: { gone: { description: It is gone. } }
`;

const project: Files = {
  "files.yaml": contract("files", {}, declares),
  "mail.yaml": contract(
    "mail",
    {
      input: "{ file: files.pair }",
      permissions: '["files:read"]',
      failures: "[files.gone]",
      more: "    deprecated: { reason: Old., successor: files.read }\n",
    },
    "types: { attachment: { of: files.id, how: inline | linked } }\n",
  ),
  "notes.yaml": contract("notes"),
};

function sourcesOf(files: Files): SourceText[] {
  return Object.entries(files).map(([path, text]) => ({ path, text }));
}

/** What is kept of a run, as a disk would keep it. */
function keptOf(files: Files, earlier?: ReadonlyMap<string, KeptContract>): Map<string, KeptContract> {
  const { contracts } = compileContracts(sourcesOf(files), {}, earlier);
  const kept = contracts.flatMap((each) => (each.kept ? [[each.path, each.kept] as const] : []));
  return new Map(JSON.parse(JSON.stringify(kept)) as [string, KeptContract][]);
}

/** After an edit, exactly these are compiled again, and the findings are those of a run from scratch. */
function check(after: Files, ...compiled: string[]): void {
  const { contracts, diagnostics } = compileContracts(sourcesOf(after), {}, keptOf(project));
  const scratch = compileContracts(sourcesOf(after), {});
  expect(diagnostics).toEqual(scratch.diagnostics);
  const fresh = contracts.filter(({ model }) => model).map(({ path }) => path);
  expect(fresh).toEqual(compiled);
  const models = scratch.contracts.filter(({ path }) => fresh.includes(path)).map(({ model }) => model);
  expect(contracts.flatMap(({ model }) => model ?? [])).toEqual(models);
}

const edited = (path: string, from: string | RegExp, to: string): Files => {
  const text = project[path]?.replace(from, to) ?? "";
  if (text === project[path]) throw new Error(`the edit of ${path} changed nothing`);
  return { ...project, [path]: text };
};

describe("a contract that was compiled before", () => {
  test("is not compiled again if nothing changed", () => check(project));
  test("is, if its text changed, and no other is", () =>
    check(edited("files.yaml", "Reads something", "Reads anything"), "files.yaml"));
  test("is, if a type that it refers to changed, directly or not", () =>
    check(edited("files.yaml", "maxLength: 10", "maxLength: 11"), "files.yaml", "mail.yaml"));
  test("is, if a failure mode that it refers to changed", () =>
    check(edited("files.yaml", "It is gone", "It went away"), "files.yaml", "mail.yaml"));
  test("is, if what it refers to went away", () => {
    check(edited("files.yaml", '"files:read"', '"files:see"'), "files.yaml", "mail.yaml");
    check(edited("files.yaml", "  read:", "  look:"), "files.yaml", "mail.yaml");
    check(edited("files.yaml", "{ id:", "{ key:"), "files.yaml", "mail.yaml");
    const { "files.yaml": _gone, ...others } = project;
    check(others, "mail.yaml");
  });
  test("is not, if what it refers to only moved in its file", () =>
    check(edited("files.yaml", "types:", "\n\n# moved\ntypes:"), "files.yaml"));
  test("is not, if others declare more", () => {
    check(edited("files.yaml", "types: {", "types: { more: string,"), "files.yaml");
    check({ ...project, "more.yaml": contract("more") }, "more.yaml");
  });
  test("is, if its domain came to be another file's", () =>
    check({ ...project, "a.yaml": contract("notes") }, "a.yaml"));
});

test("a contract with a mistake is not kept, nor any beside a file that cannot be read", () => {
  for (const [right, wrong] of [
    ["files.gone", "files.lost"],
    ["of: files.id", "of: files.lost"],
  ] as const)
    expect([...keptOf(edited("mail.yaml", right, wrong)).keys()]).toEqual(["files.yaml", "notes.yaml"]);
  expect([...keptOf({ ...project, "x.yaml": "proviso: [" }).keys()]).toEqual([]);
});

describe("a pattern in a contract that was compiled before", () => {
  const withPattern = (pattern: string): Files => ({
    "notes.yaml": contract("notes", { input: `{ text: { type: string, pattern: '${pattern}' } }` }),
  });
  const codes = (files: Files, earlier: ReadonlyMap<string, KeptContract>): string[] =>
    compileContracts(sourcesOf(files), {}, earlier).diagnostics.map(({ code }) => code);

  test("is kept if it is safe, and else found unsafe each time", () => {
    expect(keptOf(withPattern("^a{1,9}$")).get("notes.yaml")?.safePatterns).toEqual(["^a{1,9}$"]);
    const before = keptOf(withPattern("^(b+)+$"));
    expect(before.get("notes.yaml")?.safePatterns).toEqual([]);
    expect(codes(withPattern("^(b+)+$"), before)).toContain("contract/unsafe-pattern");
    expect(codes(withPattern("^(b+)+(c+)+$"), before)).toContain("contract/unsafe-pattern");
  });
  test("is not looked into again when its contract is edited", () => {
    const [[path, kept] = ["", undefined]] = keptOf(withPattern("^d{1,9}$"));
    if (!kept) throw new Error("the contract was not kept");
    const believed = new Map([[path, { ...kept, safePatterns: ["^(d+)+$"] }]]);
    expect(codes(withPattern("^(d+)+$"), believed)).not.toContain("contract/unsafe-pattern");
  });
});

const texts: readonly string[] = [
  ...Object.values(project),
  contract("files", {}, declares.replace("10", "99")),
  contract("files", {}, declares.replace("gone", "lost")),
  contract("mail", { input: "{ file: files.id }", failures: "[files.lost]" }),
  contract("mail", {}, 'types: { id: string }\npermissions: { "files:read": Ours. }\n'),
  contract("notes", { input: "{ file: mail.id }", permissions: '["files:read"]' }),
  contract("notes").replace("    dataFlow", "    # proviso-ignore lint/missing-owner -- none\n    dataFlow"),
  "proviso: [",
];
const edit = fc.record({
  path: fc.constantFrom("files.yaml", "mail.yaml", "notes.yaml", "z.yaml"),
  text: fc.option(fc.constantFrom(...texts)),
});

test("after any edits the findings and models are those of a run from scratch", () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
      let files = project;
      let kept = keptOf(files);
      for (const { path, text } of edits) {
        const { [path]: _before, ...others } = files;
        files = text === null ? others : { ...others, [path]: text };
        const again = compileContracts(sourcesOf(files), {}, kept);
        const scratch = compileContracts(sourcesOf(files), {});
        expect(again.diagnostics).toEqual(scratch.diagnostics);
        for (const [index, { model, facts }] of again.contracts.entries()) {
          expect(facts).toEqual(scratch.contracts[index]?.facts);
          if (model) expect(model).toEqual(scratch.contracts[index]?.model);
        }
        kept = keptOf(files, kept);
      }
    }),
    { numRuns: 60 },
  );
});
