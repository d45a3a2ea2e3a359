import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileContracts } from "../src/compile/compile.ts";
import { hashData, type Memo, noLookups, recorded, worldOf } from "../src/incremental/memo.ts";
import type { SourceText } from "../src/index.ts";

interface Entry {
  readonly input: string;
  readonly asked: ReadonlyMap<string, string>;
  readonly value: unknown;
}

interface TestMemo extends Memo {
  /** The names of the functions that ran, with their groups, since the last query. */
  ran(): string[];
}

/** Stores values in serialized form, like a disk. */
function createMemo(entries = new Map<string, Entry>()): TestMemo {
  let names: string[] = [];
  return {
    run({ group, name, input, keeps }, world, make) {
      const key = `${name} ${group}`;
      const entry = entries.get(key);
      const holds =
        entry?.input === input &&
        [...entry.asked].every(([asked, answer]) => world.answerTo(asked) === answer);
      if (holds) return structuredClone(entry.value) as Awaited<ReturnType<typeof make>>;
      names.push(key);
      const asked = new Map<string, string>();
      const value = make(recorded(world, asked)) as Awaited<ReturnType<typeof make>>;
      if (keeps?.(value) !== false) entries.set(key, { input, asked, value: structuredClone(value) });
      return value;
    },
    ran() {
      const ran = names;
      names = [];
      return ran;
    },
  };
}

describe("a value in the memo", () => {
  const names = { sizes: new Map([["a", 1]]), words: new Set(["x"]) };
  /** Whether a function runs again that asked `ask`, after a change of the names. */
  const runsAgain = (ask: (looked: typeof names) => unknown, change: Partial<typeof names>): boolean => {
    const memo = createMemo();
    const run = (now: typeof names): void =>
      void memo.run({ group: "g", name: "n", input: "i" }, worldOf(now), (looked) => {
        ask(looked as typeof names);
        return 1;
      });
    run(names);
    memo.ran();
    run({ ...names, ...change });
    return memo.ran().length > 0;
  };

  test("holds while what was asked has the same answers", () => {
    const more = {
      sizes: new Map([
        ["b", 2],
        ["a", 1],
      ]),
      words: new Set(["x", "z"]),
    };
    expect(runsAgain(({ sizes }) => sizes.get("a"), more)).toBe(false);
    expect(runsAgain(({ words }) => words.has("y"), more)).toBe(false);
    expect(runsAgain(() => 1, { sizes: new Map(), words: new Set() })).toBe(false);
  });
  test("does not where an answer is another one", () => {
    expect(runsAgain(({ sizes }) => sizes.get("a"), { sizes: new Map([["a", 2]]) })).toBe(true);
    expect(runsAgain(({ sizes }) => sizes.get("b"), { sizes: new Map([["b", 2]]) })).toBe(true);
    expect(runsAgain(({ words }) => words.has("y"), { words: new Set(["x", "y"]) })).toBe(true);
    expect(runsAgain(({ words }) => [...words.keys()], { words: new Set(["x", "y"]) })).toBe(true);
  });
  test("does not where the input is another one", () => {
    const memo = createMemo();
    const run = (input: string): number =>
      memo.run({ group: "g", name: "n", input }, noLookups, () => input.length);
    expect([run("a"), run("ab")]).toEqual([1, 2]);
  });
  test("is not replaced by one that is not to be kept", () => {
    const memo = createMemo();
    const run = (input: string): string =>
      memo.run({ group: "g", name: "n", input, keeps: () => input === "a" }, noLookups, () => input);
    expect([run("a"), run("b"), run("a")]).toEqual(["a", "b", "a"]);
    expect(memo.ran()).toEqual(["n g", "n g"]);
  });
});

test("the order of data counts, in maps and sets too", () => {
  expect(hashData({ a: 1, b: 2 })).not.toBe(hashData({ b: 2, a: 1 }));
  expect(hashData(new Set(["a", "b"]))).not.toBe(hashData(new Set(["b", "a"])));
  expect(hashData(new Map([["a", 1]]))).not.toBe(hashData(new Map([["a", 2]])));
});

type Files = Readonly<Record<string, string>>;

/** A contract whose tool uses the types in `uses`, and which declares those in `declares`. */
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

const scratchOf = (files: Files): ReturnType<typeof compileContracts> =>
  compileContracts(sourcesOf(files), {});

/** After an edit, exactly these are compiled again, and the findings and models are those of a run from scratch. */
function check(after: Files, ...compiled: string[]): void {
  const memo = createMemo();
  compileContracts(sourcesOf(project), {}, memo);
  memo.ran();
  const { contracts, diagnostics } = compileContracts(sourcesOf(after), {}, memo);
  const ran = memo.ran().flatMap((each) => /^compile (.*)/.exec(each)?.[1] ?? []);
  const scratch = scratchOf(after);
  expect(diagnostics).toEqual(scratch.diagnostics);
  expect(ran).toEqual(compiled);
  expect(contracts.map(({ model }) => model())).toEqual(scratch.contracts.map(({ model }) => model()));
  expect(contracts.map(({ modelHash }) => modelHash)).toEqual(
    scratch.contracts.map(({ modelHash }) => modelHash),
  );
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
  test("is not, if what a permission means changed, which concerns its pages alone", () =>
    check(edited("files.yaml", "Read files.", "See files."), "files.yaml"));
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
  test("is, if its domain came to stand in another file too", () =>
    check({ ...project, "a.yaml": contract("notes") }, "a.yaml"));
});

test("a contract with a mistake takes the place of none without, nor does one beside a file that cannot be read", () => {
  const memo = createMemo();
  compileContracts(sourcesOf(project), {}, memo);
  for (const wrong of [
    edited("mail.yaml", "files.gone", "files.lost"),
    edited("mail.yaml", "of: files.id", "of: files.lost"),
    { ...project, "files.yaml": "proviso: [" },
    { ...project, "x.yaml": "proviso: [" },
  ]) {
    compileContracts(sourcesOf(wrong), {}, memo);
    memo.ran();
    compileContracts(sourcesOf(project), {}, memo);
    expect(memo.ran().filter((each) => each.startsWith("compile "))).toEqual([]);
  }
});

test("a file that cannot be read has no other compiled again, unless that refers to it", () => {
  const memo = createMemo();
  compileContracts(sourcesOf(project), {}, memo);
  memo.ran();
  compileContracts(sourcesOf({ ...project, "files.yaml": "proviso: [" }), {}, memo);
  expect(memo.ran()).toEqual(["read files.yaml", "compile files.yaml", "compile mail.yaml"]);
});

test("the rules that a project sets count", () => {
  const memo = createMemo();
  const codes = (rules: Readonly<Record<string, "off" | "error">>): string[] =>
    compileContracts(sourcesOf(project), { rules }, memo).diagnostics.map(({ code }) => code);
  expect(codes({})).toContain("lint/missing-owner");
  expect(codes({ "lint/missing-owner": "off" })).not.toContain("lint/missing-owner");
});

test("a pattern that had to be proven safe is not looked into again when its contract is compiled again", () => {
  const withPattern = (pattern: string): Files => ({
    "notes.yaml": contract("notes", { input: `{ text: { type: string, pattern: '${pattern}' } }` }),
  });
  const entries = new Map<string, Entry>();
  const memo = createMemo(entries);
  compileContracts(sourcesOf(withPattern("^(?=d)d{1,9}$")), {}, memo);
  const [key = "", read] = [...entries].find(([name]) => name.startsWith("read ")) ?? [];
  expect(read?.value).toMatchObject({ safePatterns: ["^(?=d)d{1,9}$"] });
  const unsafe = withPattern("^(?=d)(d+)+$");
  expect(scratchOf(withPattern("^(?=e)(e+)+$")).diagnostics).toContainEqual(
    expect.objectContaining({ code: "contract/unsafe-pattern" }),
  );
  const input = hashData(unsafe["notes.yaml"]);
  if (read)
    entries.set(key, {
      ...read,
      input,
      value: { ...(read.value as object), safePatterns: ["^(?=d)(d+)+$"] },
    });
  const { diagnostics } = compileContracts(sourcesOf(unsafe), {}, memo);
  expect(diagnostics.map(({ code }) => code)).not.toContain("contract/unsafe-pattern");
});

const texts: readonly string[] = [
  ...Object.values(project),
  contract("files", {}, declares.replace("10", "99")),
  contract("files", {}, declares.replace("gone", "lost")),
  contract("files", {}, declares.replace("{ description: It is gone. }", "5")),
  contract("files", {}, declares.replace("{ type: string, maxLength: 10 }", "5")),
  contract("files", {}, declares.replace("Read files.", "5")),
  contract("mail", { permissions: '["files:read"]' }),
  contract("mail", { permissions: '["files:lost"]' }),
  contract("mail", { more: "    deprecated: { reason: Old., successor: files.read }\n" }),
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
      const memo = createMemo();
      for (const { path, text } of edits) {
        const { [path]: _before, ...others } = files;
        files = text === null ? others : { ...others, [path]: text };
        const again = compileContracts(sourcesOf(files), {}, memo);
        const scratch = scratchOf(files);
        expect(again.diagnostics).toEqual(scratch.diagnostics);
        for (const [index, { model, modelHash, facts }] of again.contracts.entries()) {
          const expected = scratch.contracts[index];
          expect([model(), modelHash, facts]).toEqual([
            expected?.model(),
            expected?.modelHash,
            expected?.facts,
          ]);
        }
      }
    }),
    { numRuns: 40 },
  );
});
