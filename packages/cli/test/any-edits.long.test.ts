import { rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hashText } from "../src/disk/hash-text.ts";
import { config, createProject, finds, notes, tags } from "./project.ts";
import type { TestProject } from "./project.ts";

const shared = `types: { name: { type: string, maxLength: 100 } }
failureModes: { gone: { description: It is gone. } }
`;
/**
 * `tags` uses what `notes` declares: a type, a failure mode, a permission and a tool. A tool of `finds` finds out what became of its
 * calls. `users` uses nothing of others.
 */
const files: Readonly<Record<string, string>> = {
  "proviso.yaml": `${config.replace("schemas: out/schemas", "schemas: out/schemas, docs: out/docs, hosts: out/hosts")}templates: templates\n`,
  "pnpm-workspace.yaml": "packages: [packages/*]\n",
  "contracts/notes.yaml": notes.replace("permissions:\n", `${shared}permissions:\n`),
  "contracts/tags.yaml": tags
    .replace("{ text: string }", "{ text: notes.name }")
    .replace("permissions: [tags:write]", "permissions: [tags:write, notes:write]")
    .replace("failureModes: []", "failureModes: [notes.gone]")
    .replace(
      "    title:",
      "    deprecated: { reason: Old., successor: notes.create }\n    reconcile: finds.tag\n    title:",
    ),
  "contracts/finds.yaml": finds,
  "contracts/users.yaml": notes.replaceAll("notes", "users").replaceAll("note", "user"),
};

interface Edit {
  readonly what: string;
  apply(project: TestProject): Promise<unknown>;
}

/** Words in a file, each in the place of the other. */
const swaps: readonly (readonly [path: string, one: string, other: string])[] = [
  ...["notes", "tags", "users"].flatMap((name) => {
    const path = `contracts/${name}.yaml`;
    return [
      [path, "Adds a", "Adds one"],
      [path, "\nproviso: 1", "\n\nproviso: 1"],
      [path, "    owner: writing\n", ""],
      [path, "riskLevel: low", "riskLevel: medium"],
      [path, "proviso: 1", "proviso: ["],
    ] as const;
  }),
  ["contracts/notes.yaml", "maxLength: 100", "maxLength: 200"],
  ["contracts/notes.yaml", "It is gone.", "It went away."],
  ["contracts/notes.yaml", "{ gone:", "{ lost:"],
  ["contracts/notes.yaml", "{ gone: { description:", "{ gone: { descriptions:"],
  ["contracts/notes.yaml", "{ name: {", "{ label: {"],
  ["contracts/notes.yaml", "notes:write: Add", "notes:write: Write"],
  ["contracts/notes.yaml", "  notes:write: Add", "  notes:add: Add"],
  ["contracts/notes.yaml", "  create:", "  add_one:"],
  ["contracts/finds.yaml", "{ callId: string }", "{ callId: integer }"],
  ["contracts/finds.yaml", "{ tagId: string }", "{ tagId: integer }"],
  ["contracts/finds.yaml", "permissions: []", "permissions: [tags:write]"],
  ["contracts/tags.yaml", "    reconcile: finds.tag\n", ""],
  ["contracts/tags.yaml", "{ tagId: string }", "{ tagId: string, more: string }"],
  ["contracts/users.yaml", "{ text: string }", "{ text: notes.name }"],
  ["contracts/users.yaml", "domain: users", "domain: tags"],
  ["contracts/users.yaml", "domain: users", "domain: people"],
  ["proviso.yaml", "product: acme", "product: other"],
  ["proviso.yaml", "license: MIT", "license: Apache-2.0"],
  ["proviso.yaml", '"@acme"', '"@other"'],
  ["proviso.yaml", "product:", "wireNames: dotted\nproduct:"],
  ["proviso.yaml", "product:", "rules: { lint/missing-owner: error }\nproduct:"],
  ["proviso.yaml", "contracts/*.yaml", "contracts/[nu]*.yaml"],
  ["proviso.yaml", ", hosts: out/hosts", ""],
  ["out/server/package.json", '"version": "0.1.0"', '"version": "1.0.0"'],
];
const swapped = swaps.map(([path, one, other]): Edit => ({
  what: `${path}: ${JSON.stringify(one)} <-> ${JSON.stringify(other)}`,
  apply: async (project) => {
    const text = await project.read(path);
    const isOne = other === "" || !text.includes(other) || (other.includes(one) && !text.includes(other));
    await project.write(path, isOne ? text.replace(one, other) : text.replace(other, one));
  },
}));

/** Adds a file, or deletes it if it exists. */
const comings: readonly (readonly [path: string, text: string])[] = [
  ...Object.entries(files).filter(([path]) => path.startsWith("contracts/")),
  ["contracts/a.yaml", notes.replaceAll("notes", "users").replaceAll("note", "user")],
  ["contracts/more.yaml", notes.replaceAll("note", "more")],
  ["templates/tool-list.hbs", "Ours.\n"],
  ["templates/tool.hbs", "{{frontmatter}}\n\nOurs.\n"],
  ["packages/server/package.json", '{ "name": "@proviso/server" }\n'],
  ["src/handlers/notes.ts", "mine\n"],
  ["out/schemas/src/notes.ts", "mine\n"],
  ["out/schemas/index.json", "mine\n"],
  ["out/client/more.ts", "mine\n"],
];
const come = comings.map(([path, text]): Edit => ({
  what: `${path} comes or goes`,
  apply: (project) => project.remove(path).catch(() => project.write(path, text)),
}));

const others: readonly Edit[] = [
  ...["out/schemas/src/notes.ts", "out/docs/.proviso.json"].map((path) => ({
    what: `${path} by hand`,
    apply: (project: TestProject) => project.edit(path, () => "mine\n"),
  })),
  ...["out/docs", "src/handlers/link.ts"].map((path) => ({
    what: `a link at ${path}`,
    async apply({ root }: TestProject) {
      await rm(join(root, path), { recursive: true, force: true });
      await symlink(join(root, "contracts"), join(root, path));
    },
  })),
];

interface KeptRun {
  readonly names: readonly string[];
  readonly values: readonly string[];
  readonly report: object;
}
interface Group {
  readonly tool: string;
  readonly entries: ReadonlyMap<string, object>;
}
const groups = ["shapes", "indexes", "contracts/notes.yaml", "contracts/tags.yaml"];

const anotherTool: Edit = {
  what: "another version of the tool ran last",
  async apply(project) {
    await project.editCache<KeptRun>("generate", (run) => ({
      ...run,
      values: run.values.map((value, index) => (run.names[index] === "proviso itself" ? "another" : value)),
      report: { unchanged: 1, texts: [], diagnostics: [] },
    }));
    for (const group of groups)
      await project.editCache<Group>(`memo/${hashText(group).slice(0, 16)}`, ({ entries }) => ({
        tool: "another",
        entries: new Map([...entries].map(([name, entry]) => [name, { ...entry, value: {} }])),
      }));
  },
};

const anyEdit = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...swapped) },
  { weight: 3, arbitrary: fc.constantFrom(...come) },
  { weight: 2, arbitrary: fc.constantFrom(...others, anotherTool) },
);

interface Outcome {
  readonly ok: boolean;
  readonly diagnostics: readonly unknown[];
  readonly drift?: readonly { readonly kind: string; readonly path: string }[];
  readonly problems?: readonly string[];
  readonly written?: readonly string[];
  readonly unchanged?: number;
}

async function outcomeOf(project: TestProject, argv: string): Promise<Outcome> {
  const { out, err } = await project.proviso(`${argv} --json`);
  if (out === "") throw new Error(err);
  return JSON.parse(out) as Outcome;
}

/** The findings and files of a run, and those of a run from scratch. */
async function compare(project: TestProject): Promise<{ readonly made: unknown; readonly scratch: unknown }> {
  const before = await outcomeOf(project, "generate --verify");
  const made = await outcomeOf(project, "generate");
  const after = await outcomeOf(project, "generate --verify");
  const { out } = await project.proviso("check --format json --advice");
  const checked = JSON.parse(out) as Outcome;
  const isWritten = made.problems?.length === 0;
  const left = isWritten ? after.drift?.filter(({ kind }) => kind !== "extra") : [];
  const ofRun = ({ diagnostics, problems, drift, unchanged }: Outcome): object => ({
    diagnostics,
    problems,
    drift,
    unchanged,
  });
  return {
    made: { ...ofRun(made), left, checked: checked.diagnostics },
    scratch: { ...ofRun(before), left: [], checked: after.diagnostics },
  };
}

/** One in three: each change has others in CI. `PROVISO_FUZZ_SEED=7` gives the same again. */
const seed = Number(process.env["PROVISO_FUZZ_SEED"] ?? 0);
const chosen = [...swapped, ...come, ...others, anotherTool].filter((_, index) => (index + seed) % 3 === 0);

test.each(chosen)(
  "a run from scratch makes and finds the same after this edit, and after the same again: $what",
  async ({ apply }) => {
    const project = await createProject(files);
    await project.proviso("generate");
    for (const _ of [1, 2]) {
      await apply(project);
      const { made, scratch } = await compare(project);
      expect(made).toEqual(scratch);
    }
  },
);

test("after any edits, what is written and found is what a run from scratch writes and finds", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyEdit, { minLength: 1, maxLength: 2 }), { maxLength: 6 }),
      async (rounds) => {
        const project = await createProject(files);
        for (const edits of [[], ...rounds]) {
          // An edit of a deleted file does nothing.
          for (const { apply } of edits) await apply(project).catch(() => undefined);
          const { made, scratch } = await compare(project);
          expect(made).toEqual(scratch);
        }
      },
    ),
    { numRuns: 4, seed },
  );
});
