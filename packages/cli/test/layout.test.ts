import { describe, expect, test } from "vitest";
import { config, createProject, notes, type TestProject } from "./project.ts";

const folders = config.replace(/packages: .*\n/, "layout: folders\n");

async function generated(files: Readonly<Record<string, string>> = {}): Promise<TestProject> {
  const project = await createProject({ "proviso.yaml": folders, ...files });
  const { code, err } = await project.proviso("generate");
  expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^next: .*$/) });
  return project;
}

async function pathsIn(project: TestProject): Promise<string[]> {
  return Object.keys(await project.snapshot("out"));
}

/** What `generate --check` and `generate --verify` say, as `kind path` lines. */
async function drift(project: TestProject): Promise<string[]> {
  const reports = ["--check", "--verify"].map(async (option) => {
    const { out } = await project.proviso(`generate ${option} --json`);
    const report = JSON.parse(out) as { drift: { path: string; kind: string }[] };
    return report.drift.map(({ path, kind }) => `${kind} ${path}`);
  });
  const [checked, verified] = await Promise.all(reports);
  expect(verified).toEqual(checked);
  return checked ?? [];
}

describe("the layout `folders`", () => {
  test("writes modules and data, and nothing that makes a package or a build", async () => {
    const project = await generated();
    expect(await pathsIn(project)).toEqual(
      [
        "client/.proviso.json",
        "client/index.ts",
        "schemas/.proviso.json",
        "schemas/agent.json",
        "schemas/index.json",
        "schemas/index.ts",
        "schemas/manifest/index.ts",
        "schemas/manifest/notes.ts",
        "schemas/manifest/tags.ts",
        "schemas/notes.ts",
        "schemas/tags.ts",
        "schemas/tools/notes.create.json",
        "schemas/tools/tags.create.json",
        "server/.proviso.json",
        "server/index.ts",
      ].map((path) => `out/${path}`),
    );
    expect(await drift(project)).toEqual([]);
  });

  test("writes nothing the second time, and after an edit only what it concerns", async () => {
    const project = await generated();
    const before = await project.snapshot();
    await project.proviso("generate");
    expect(await project.snapshot()).toEqual(before);
    await project.edit("contracts/notes.yaml", (text) => text.replace("Adds a note.", "Adds one note."));
    expect(await drift(project)).toContain("stale out/schemas/manifest/notes.ts");
    await project.proviso("generate");
    const after = await project.snapshot();
    const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
    expect(changed.filter((path) => path.includes("tags"))).toEqual([]);
    expect(changed).not.toContain("out/server/index.ts");
  });

  test("reports a file that was edited by hand or removed", async () => {
    const project = await generated();
    await project.edit("out/schemas/manifest/notes.ts", (text) => text.replace("low", "high"));
    await project.remove("out/client/index.ts");
    expect(await drift(project)).toEqual([
      "missing out/client/index.ts",
      "hand-edited out/schemas/manifest/notes.ts",
    ]);
  });

  test("reports an idempotency key that is not the generated one", async () => {
    const key = "    idempotency: { key: [text], ttl: 2h }\n";
    const project = await generated({ "contracts/notes.yaml": `${notes}${key}` });
    await project.edit("contracts/notes.yaml", (text) => text.replace("key: [text]", "key: []"));
    expect((await project.proviso("check")).err).toContain("idempotency/key-changed");
  });
});

test("a switch of the layout leaves the same files as a new project", async () => {
  for (const [first, second] of [
    [config, folders],
    [folders, config],
  ] as const) {
    const switched = await generated({ "proviso.yaml": first });
    await switched.write("proviso.yaml", second);
    expect((await switched.proviso("generate")).code).toBe(0);
    const fresh = await generated({ "proviso.yaml": second });
    expect(await pathsIn(switched)).toEqual(await pathsIn(fresh));
    expect(await drift(switched)).toEqual([]);
  }
});

describe("generate says what the package around the folders has to install", () => {
  const all =
    "@modelcontextprotocol/client @modelcontextprotocol/server @proviso/client @proviso/manifest @proviso/server";
  const declared = (...names: string[]): string =>
    JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, "1"])) });
  const cases: readonly [string, Readonly<Record<string, string>>, string][] = [
    ["all of it, with npm if nothing says otherwise", {}, `npm install ${all}`],
    ["with the package manager of the lockfile", { "pnpm-lock.yaml": "" }, `pnpm add ${all}`],
    [
      "with the one that package.json names",
      { "package.json": '{"packageManager":"yarn@4.9.0"}' },
      `yarn add ${all}`,
    ],
    [
      "what is not declared; either generation of the SDK is enough",
      { "package.json": declared("@proviso/client", "@modelcontextprotocol/sdk") },
      "npm install @proviso/manifest @proviso/server",
    ],
  ];
  test.each(cases)("%s", async (_name, files, command) => {
    const project = await createProject({ "proviso.yaml": folders, ...files });
    const said = `next: \`${command}\`, which the generated code needs`;
    expect((await project.proviso("generate")).err).toContain(said);
    // A run that writes nothing prints it too, and the data has the names.
    expect((await project.proviso("generate")).err).toContain(said);
    const { missing } = JSON.parse((await project.proviso("generate --json")).out) as { missing: string[] };
    expect(command.endsWith(missing.join(" "))).toBe(true);
  });

  test("nothing once it is declared, and nothing for packages, which declare it themselves", async () => {
    const project = await createProject({
      "proviso.yaml": folders,
      "package.json": declared(...all.split(" ")),
    });
    expect((await project.proviso("generate")).err).toMatch(/^next: .*build the generated code$/);
    const packages = await createProject();
    expect((await packages.proviso("generate")).err).toMatch(/^next: .*build the generated code$/);
  });
});

describe("relative imports end as the project around them allows it", () => {
  const base = { compilerOptions: { rewriteRelativeImportExtensions: true } };
  const cases: readonly [string, Readonly<Record<string, string>>, string][] = [
    ["no tsconfig.json: only Node.js and bundlers read the files", {}, ".ts"],
    ["a tsconfig.json that does not say", { "tsconfig.json": "{}" }, ".js"],
    [
      "one that allows `.ts`, with comments and trailing commas",
      {
        "tsconfig.json":
          '// Ours, see "https://x.test"\n{ "compilerOptions": { /* yes */ "allowImportingTsExtensions": true, }, }',
      },
      ".ts",
    ],
    [
      "one that extends another",
      { "tsconfig.json": '{ "extends": ["./base", "./other.json"] }', "base.json": JSON.stringify(base) },
      ".ts",
    ],
    [
      "one that extends a package",
      {
        "tsconfig.json": '{ "extends": "@tsconfig/node-ts" }',
        "node_modules/@tsconfig/node-ts/tsconfig.json": JSON.stringify(base),
      },
      ".ts",
    ],
    [
      "one that says otherwise than what it extends",
      {
        "tsconfig.json":
          '{ "extends": "./base.json", "compilerOptions": { "rewriteRelativeImportExtensions": false } }',
        "base.json": JSON.stringify(base),
      },
      ".js",
    ],
    ["one that extends itself", { "tsconfig.json": '{ "extends": "./tsconfig.json" }' }, ".js"],
    ["one that is not JSON", { "tsconfig.json": "compilerOptions:" }, ".js"],
    [
      "the configuration decides",
      { "proviso.yaml": `${folders}importExtension: none\n`, "tsconfig.json": JSON.stringify(base) },
      "",
    ],
  ];
  test.each(cases)("%s", async (_name, files, ending) => {
    const project = await generated(files);
    expect(await project.read("out/server/index.ts")).toContain(` from "../schemas/index${ending}";`);
    expect(await project.read("out/schemas/index.ts")).toContain(` from "./notes${ending}";`);
    const stub = await project.read("src/handlers/notes.ts");
    expect(stub).toContain(` from "../../out/server/index${ending}";`);
    expect(stub).toContain(` from "../ports${ending}";`);
  });

  test("a change of tsconfig.json is seen", async () => {
    const project = await generated({ "tsconfig.json": JSON.stringify({ extends: "./base.json" }) });
    expect(await drift(project)).toEqual([]);
    await project.write("base.json", JSON.stringify(base));
    expect(await drift(project)).toContain("stale out/server/index.ts");
  });
});
