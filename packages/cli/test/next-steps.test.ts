import { expect, test } from "vitest";
import { config, createProject, notes } from "./project.ts";
import type { TestProject } from "./project.ts";

const wrong = notes.replace("[notes:write]", "[notes:wrote]");
const saved = JSON.stringify({
  tools: [{ name: "ping", description: "Answers.", inputSchema: { type: "object" } }],
});

/** Proviso writes no stubs, so there is nothing to fill in. */
const withoutHandlers = config.replace("handlers: src/handlers\n", "");

/** The last line that a command prints for people, on standard error. */
async function lastLine(project: TestProject, argv: string): Promise<string | undefined> {
  const { out, err } = await project.proviso(argv);
  expect(out).not.toMatch(/^next: /m);
  expect(err.match(/^next: /gm)).toHaveLength(1);
  return err.split("\n").at(-1);
}

const cases: readonly [string, string, Readonly<Record<string, string>>][] = [
  ["check", "`proviso generate`", {}],
  ["check", "`proviso explain resolve/unknown-permission` explains it", { "contracts/notes.yaml": wrong }],
  [
    "check",
    "`proviso explain decode/unknown-key` explains it; `proviso check --fix` fixes 1 finding",
    { "contracts/notes.yaml": notes.replace("riskLevel: low", "risk_level: low") },
  ],
  [
    "generate",
    "fill in src/handlers/notes.ts and 1 other file, which the server needs under `handlers`, then build the generated code",
    {},
  ],
  ["generate", "build the generated code", { "proviso.yaml": withoutHandlers }],
  [
    "generate",
    "`npm run build`",
    { "proviso.yaml": withoutHandlers, "package.json": '{ "scripts": { "build": "tsc" } }' },
  ],
  [
    "generate",
    "`npm run mcp:build`",
    {
      "proviso.yaml": withoutHandlers,
      "package.json": '{ "scripts": { "start": "x", "mcp:build": "tsc" } }',
    },
  ],
  [
    "generate",
    "`pnpm run build`",
    {
      "proviso.yaml": withoutHandlers,
      "package.json": '{ "scripts": { "build": "tsc" } }',
      "pnpm-lock.yaml": "",
    },
  ],
  ["generate", "build the generated code", { "proviso.yaml": withoutHandlers, "package.json": "{ broken" }],
  ["generate", "`proviso explain resolve/unknown-permission`", { "contracts/notes.yaml": wrong }],
  ["generate --check", "`proviso generate`", {}],
  ["format", "`proviso check`", {}],
  ["format", "`proviso check`", { "contracts/notes.yaml": "a: [\n" }],
  ["format --check", "`proviso format`", { "contracts/notes.yaml": `${notes}\n\n` }],
  ["todo", "`proviso check`", { "contracts/notes.yaml": wrong }],
  ["explain", "`proviso explain CODE`", {}],
  ["explain parse/empty", "`proviso check`", {}],
  [
    "import saved.json --product ping --out imported",
    "`cd imported && npm install && npx proviso todo` to decide who may call what, then `npm run test`; `src/main.ts` says who calls, who approves in the inbox, and when they signed in",
    { "saved.json": saved },
  ],
];
test.each(cases)("`proviso %s` ends with: next: %s", async (argv, next, files) => {
  expect(await lastLine(await createProject(files), argv)).toBe(`next: ${next}`);
});

test.each([
  ["proviso generate && tsc", {}, ""],
  ["proviso generate && tsc && node --test", {}, ""],
  ["proviso generate", {}, "next: `npm run build`"],
  [
    "proviso generate && tsc",
    { "contracts/notes.yaml": wrong },
    "next: `proviso explain resolve/unknown-permission`",
  ],
])(
  "in the script `%s`, `proviso generate` names only what the script does not do",
  async (script, more, last) => {
    const files = { "proviso.yaml": withoutHandlers, "package.json": '{ "scripts": { "build": "tsc" } }' };
    const { err } = await (await createProject({ ...files, ...more })).proviso("generate", ".", script);
    expect(/^next: .*/m.exec(err)?.[0] ?? "").toBe(last);
  },
);

test.each([
  "check --format json",
  "check --format github",
  "generate --json",
  "todo --json",
  "init new --json",
])("`proviso %s` is for machines, and names no next command", async (argv) => {
  const { out, err } = await (await createProject()).proviso(argv);
  expect(`${out}${err}`).not.toMatch(/next: /);
});

const installed = { "node_modules/proviso/package.json": "{}" };
test.each([
  ["npx proviso generate", {}],
  ["npx proviso generate", { "package-lock.json": "{}" }],
  ["pnpm exec proviso generate", { "pnpm-lock.yaml": "" }],
  ["yarn run proviso generate", { "yarn.lock": "" }],
  ["bunx proviso generate", { "bun.lock": "" }],
  [
    "yarn run proviso generate",
    { "package.json": '{ "packageManager": "yarn@4.9.0" }', "package-lock.json": "{}" },
  ],
  ["pnpm exec proviso generate", { "package.json": '{ "packageManager": 1 }', "pnpm-workspace.yaml": "" }],
])("a project in which proviso is installed is told to run `%s`", async (command, files) => {
  const project = await createProject({ ...installed, ...files });
  expect(await lastLine(project, "check")).toBe(`next: \`${command}\``);
});
