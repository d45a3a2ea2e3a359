import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";
import { readData } from "@proviso/compiler/import";
import { describe, expect, test } from "vitest";
import { run } from "../src/commands/run.ts";
import { dependencies, devDependencies } from "../src/init/dependencies.ts";
import { isInRange } from "../src/doctor/versions.ts";
import { createProject } from "./project.ts";
import type { TestProject } from "./project.ts";

/** A folder without a project. */
async function emptyFolder(files: Readonly<Record<string, string>> = {}): Promise<TestProject> {
  const project = await createProject(files);
  for (const path of ["proviso.yaml", "contracts"]) await project.remove(path);
  for (const [path, text] of Object.entries(files)) await project.write(path, text);
  return project;
}

const thenDev = (exec: string): string =>
  `then: \`${exec}proviso dev\`, which restarts the server with every change and shows its calls`;

const fresh = [
  ".gitignore",
  "contracts/notes.yaml",
  "guarantees.yaml",
  "package.json",
  "proviso.yaml",
  "src/app.ts",
  "src/client.ts",
  "src/handlers/notes.ts",
  "src/main.ts",
  "src/ports.ts",
  "src/test/notes.ts",
  "tsconfig.json",
];

describe("in an empty folder", () => {
  test("init writes a project without a finding, and says how to go on", async () => {
    const project = await emptyFolder();
    const { code, out, err } = await project.proviso("init shop --yes");
    expect({ code, out }).toEqual({ code: 0, out: fresh.map((path) => `wrote  ${path}`).join("\n") });
    expect(err).toBe(`next: \`cd shop && npm install && npm run test\`\n${thenDev("npx ")}`);
    expect(await project.proviso("check --strict --advice", "shop")).toMatchObject({
      code: 0,
      out: "3 tools in 1 contract: no errors",
    });
    expect((await project.proviso("format --check", "shop")).code).toBe(0);
    expect((await project.proviso("generate", "shop")).code).toBe(0);
    expect((await project.proviso("generate --check", "shop")).code).toBe(0);
    const [app, server] = await Promise.all(
      ["shop/src/app.ts", "shop/src/generated/server/index.ts"].map(project.read),
    );
    expect(app).toContain("createShopServer({");
    expect(server).toContain("export function createShopServer");
    // Its tests pass without an inbox, and with one, where the call waits.
    const tests = await project.read("shop/src/test/notes.ts");
    for (const each of ["confirmation_required", "approval_pending"]) expect(tests).toContain(`"${each}"`);
    expect(await project.read("shop/src/generated/client/index.ts")).toContain(
      "export function createShopClient",
    );
  });

  test.each([
    ["minimal", "3 tools in 1 contract", "src/client.ts"],
    ["shop", "2 tools in 1 contract", "README.md"],
    ["empty", "0 tools in 1 contract", "src/ports.ts"],
  ])("the example %s has no finding, and generates", async (example, tools, file) => {
    const project = await emptyFolder();
    const { code, out } = await project.proviso(`init --yes --example ${example}`);
    expect([code, out]).toEqual([0, expect.stringContaining(`wrote  ${file}`)]);
    expect((await project.proviso("check --strict --advice")).out).toBe(`${tools}: no errors`);
    expect((await project.proviso("format --check")).code).toBe(0);
    expect(await project.proviso("generate")).toMatchObject({ code: 0, err: "next: `npm run build`" });
    const own = JSON.parse(await project.read("package.json")) as Record<string, object>;
    expect("client" in (own["scripts"] ?? {})).toBe(example !== "empty");
    expect("@proviso/inbox" in (own["dependencies"] ?? {})).toBe(example === "shop");
  });

  test("the guarantees of the shop are proved", async () => {
    const project = await emptyFolder();
    await project.proviso("init --yes --example shop");
    const { code, out } = await project.proviso("prove");
    expect([code, out]).toEqual([0, expect.stringContaining("3 proved, 0 counterexamples")]);
  });

  test("the guarantees are proved", async () => {
    const project = await emptyFolder();
    await project.proviso("init --yes");
    const { code, out } = await project.proviso("prove");
    expect([code, out]).toEqual([0, expect.stringContaining("3 proved, 0 counterexamples")]);
  });

  test("every schema that a file names for editors is in the package", async () => {
    const project = await emptyFolder();
    await project.proviso("init --yes");
    for (const path of ["proviso.yaml", "contracts/notes.yaml"]) {
      const [, schema = ""] =
        /^# yaml-language-server: \$schema=(?:\.\.\/)*node_modules\/proviso\/(.*)$/m.exec(
          await project.read(path),
        ) ?? [];
      expect(existsSync(join(import.meta.dirname, "..", schema))).toBe(true);
    }
  });

  test("a product with the name of a package that it needs is a package of another name", async () => {
    const project = await emptyFolder();
    await project.proviso("init --product proviso --yes");
    expect(JSON.parse(await project.read("package.json"))).toMatchObject({ name: "proviso-tools" });
    expect(await project.read("proviso.yaml")).toContain("\nproduct: proviso\n");
  });

  test("--dry-run lists the files, and writes none", async () => {
    const project = await emptyFolder();
    const { code, out } = await project.proviso("init --dry-run");
    expect({ code, out }).toEqual({ code: 0, out: fresh.map((path) => `would write  ${path}`).join("\n") });
    expect(await project.snapshot()).toEqual({});
  });

  test("--json is for machines", async () => {
    const project = await emptyFolder();
    const { out, err } = await project.proviso("init shop --json --product till");
    expect(err).toBe("");
    expect(JSON.parse(out)).toEqual({
      root: join(project.root, "shop"),
      product: "till",
      written: fresh,
      leftAlone: [],
      add: [],
      notes: [],
      next: ["npm install", "npm run test"],
      dev: "npx proviso dev",
    });
    expect(await project.read("shop/proviso.yaml")).toContain("\nproduct: till\n");
  });

  test.each([
    ["pnpm-lock.yaml", "pnpm install && pnpm run test", "pnpm exec "],
    ["yarn.lock", "yarn install && yarn run test", "yarn run "],
    ["bun.lock", "bun install && bun run test", "bunx "],
  ])("beside a %s the next step is `%s`", async (lockfile, next, exec) => {
    const project = await emptyFolder({ [lockfile]: "" });
    expect((await project.proviso("init --yes")).err).toBe(`next: \`${next}\`\n${thenDev(exec)}`);
  });

  test("Yarn is told to install where TypeScript looks, unless it is told otherwise", async () => {
    const project = await emptyFolder({ "yarn.lock": "" });
    await project.proviso("init --yes");
    expect(await project.read(".yarnrc.yml")).toBe("nodeLinker: node-modules\n");
    const other = await emptyFolder({ "yarn.lock": "", ".yarnrc.yml": "nodeLinker: pnpm\n" });
    expect((await other.proviso("init --yes")).out).toContain("left alone  .yarnrc.yml");
    expect(await other.read(".yarnrc.yml")).toBe("nodeLinker: pnpm\n");
  });
});

const packageJson = '{ "name": "@acme/The Shop", "scripts": { "build": "webpack" } }';

describe("in an existing project", () => {
  test("init changes no file, keeps to a folder of its own, and says what to add", async () => {
    const project = await emptyFolder({
      "package.json": packageJson,
      ".gitignore": "dist\n",
      "src/main.ts": "start();\n",
      "tsconfig.json": "{}\n",
    });
    const before = await project.snapshot();
    const { code, out, err } = await project.proviso("init");
    expect(code).toBe(0);
    expect(await project.snapshot()).toMatchObject(before);
    expect(out).toContain("left alone  package.json, which was there already");
    expect(out).toContain('npm pkg set "scripts.mcp:build=proviso generate && tsc -p mcp"');
    expect(out).toMatch(/npm install "@modelcontextprotocol\/client@\^/);
    expect(out).toMatch(/npm install --save-dev "@types\/node@\^.*"proviso@\^/);
    expect(out).toMatch(/^tsconfig\.json compiles every folder: add "mcp" to its `exclude`$/m);
    expect(err).toBe(`next: \`npm run mcp:test\`\n${thenDev("npx ")}`);
    const added = Object.keys(await project.snapshot()).filter((path) => !(path in before));
    expect(added.filter((path) => !path.startsWith("mcp/"))).toEqual([
      "contracts/notes.yaml",
      "guarantees.yaml",
      "proviso.yaml",
    ]);
    expect(await project.read("proviso.yaml")).toContain("\nproduct: the-shop\n");
    expect(JSON.parse(await project.read("mcp/tsconfig.json"))).toMatchObject({
      include: ["."],
      exclude: ["dist"],
    });
    expect((await project.proviso("generate")).code).toBe(0);
    expect(await project.read("mcp/generated/server/index.ts")).toContain("createTheShopServer");
  });

  test.each([
    ["commonjs", packageJson, true],
    ["module", packageJson.replace("{", '{ "type": "module",'), false],
  ])("of type %s, the code is a module all the same", async (_type, text, isMarked) => {
    const project = await emptyFolder({ "package.json": text });
    await project.proviso("init");
    expect(existsSync(join(project.root, "mcp/package.json"))).toBe(isMarked);
    if (isMarked) expect(await project.read("mcp/package.json")).toBe('{\n  "type": "module"\n}\n');
  });

  test("a tsconfig.json that names its folders needs no change", async () => {
    const project = await emptyFolder({
      "package.json": packageJson,
      "tsconfig.json": '{ "include": ["lib"] }',
    });
    expect((await project.proviso("init")).out).not.toContain("tsconfig.json compiles");
  });

  test("what is installed already is not installed again", async () => {
    const text = JSON.stringify({ devDependencies: { typescript: "^6.0.0" } });
    const project = await emptyFolder({ "package.json": text });
    const { add } = JSON.parse((await project.proviso("init --json")).out) as { add: string[] };
    expect(add).toHaveLength(3);
    expect(add.join(" ")).not.toContain("typescript@");
  });

  test("at the root of a pnpm workspace, pnpm is told so", async () => {
    const project = await emptyFolder({
      "package.json": packageJson,
      "pnpm-workspace.yaml": "packages: []\n",
    });
    expect((await project.proviso("init")).out).toContain('pnpm add --save-dev -w "@types/node');
  });

  test("a folder that holds something is not used", async () => {
    const project = await emptyFolder({
      "package.json": packageJson,
      "mcp/index.ts": "",
      "proviso/a.ts": "",
    });
    await project.proviso("init");
    expect(await project.read("tools/app.ts")).toContain("createTheShopServer");
    expect(await project.read("proviso.yaml")).toContain("server: tools/generated/server\n");
  });

  test("files that are there already stay as they are, and are named", async () => {
    const project = await emptyFolder({ "contracts/notes.yaml": "mine", ".gitignore": "mine" });
    const { out } = await project.proviso("init --yes");
    expect(out).toContain("left alone  .gitignore, which was there already");
    expect(out).toContain("left alone  contracts/notes.yaml, which was there already");
    expect(await project.read("contracts/notes.yaml")).toBe("mine");
  });
});

describe("wrong use", () => {
  test.each([
    ["init", /there is a proviso\.yaml in .* already; `proviso doctor` says whether all is well with it/],
    ["init package.json", /package\.json is a file; name a folder/],
    ["init new --product Shop", /`--product` must be a word such as `backoffice`, not `Shop`/],
    ["init a b", /there is no argument `b`/],
    ["init new --example todo", /`--example` takes one of `minimal`, `shop`, `empty`, and not `todo`/],
  ])("`proviso %s` says what to do, and writes nothing", async (argv, message) => {
    const project = await createProject({ "package.json": packageJson });
    const before = await project.snapshot();
    const { code, err } = await project.proviso(argv);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(await project.snapshot()).toEqual(before);
  });

  test("a folder that is a link is not written through, and a link that leads nowhere is not replaced", async () => {
    const project = await emptyFolder({ "package.json": packageJson });
    await symlink("nowhere", join(project.root, "proviso.yaml"));
    expect((await project.proviso("init")).out).toContain("left alone  proviso.yaml");
    expect(await readlink(join(project.root, "proviso.yaml"))).toBe("nowhere");
    const other = await emptyFolder({ "elsewhere/a.txt": "" });
    await symlink("elsewhere", join(other.root, "contracts"));
    const { code, err } = await other.proviso("init --yes");
    expect(code).toBe(2);
    expect(err).toContain("`contracts` is a symbolic link");
    expect(await readdir(join(other.root, "elsewhere"))).toEqual(["a.txt"]);
  });

  test("there has to be a folder that is free", async () => {
    const taken = Object.fromEntries(["mcp", "proviso", "tools"].map((name) => [`${name}/a.ts`, ""]));
    const project = await emptyFolder({ "package.json": packageJson, ...taken });
    const { code, err } = await project.proviso("init");
    expect(code).toBe(2);
    expect(err).toMatch(/name an empty folder: `proviso init FOLDER`/);
  });
});

describe("at a terminal", () => {
  /** What `init` asks, and the product that it writes. */
  async function check(
    folder: string,
    answers: readonly (string | undefined)[],
    product: string | undefined,
  ): Promise<readonly string[]> {
    const { root } = await emptyFolder();
    await mkdir(join(root, folder));
    const asked: string[] = [];
    const waiting = [...answers];
    const code = await run(["init"], {
      cwd: join(root, folder),
      out: () => undefined,
      err: (text) => void asked.push(text),
      ask: async (question) => {
        asked.push(question);
        return waiting.shift();
      },
      progress: () => undefined,
      runNode: async () => undefined,
      interrupted: () => new Promise(() => undefined),
      color: false,
      nodeVersion: process.versions.node,
      elapsedMs: () => 0,
    });
    expect(code).toBe(product === undefined ? 2 : 0);
    if (product === undefined) expect(await readdir(join(root, folder))).toEqual([]);
    else
      expect(await readFile(join(root, folder, "proviso.yaml"), "utf8")).toContain(`\nproduct: ${product}\n`);
    return asked;
  }

  test("it asks for the product, and proposes the name of the folder", async () => {
    const [question] = await check("My Shop (2)", [""], "my-shop-2");
    expect(question).toBe("What do the tools belong to? (my-shop-2) ");
  });
  test("it asks again until the answer is a word", async () => {
    const asked = await check("shop", ["The Shop", "till"], "till");
    expect(asked).toContain("a word of lower-case letters, digits and `-`, such as `backoffice`");
  });
  test("without an answer nothing is written", async () => {
    const [, said] = await check("shop", [undefined], undefined);
    expect(said).toContain("there was no answer, so nothing was written");
  });
  test("a folder without a letter proposes a word that will do", async () => {
    await check("2026", [""], "tools");
  });
});

test("a new project gets the versions with which this repository is tested", async () => {
  const text = await readFile(join(import.meta.dirname, "../../../pnpm-workspace.yaml"), "utf8");
  const { catalog } = readData(text).value as unknown as {
    readonly catalog: Readonly<Record<string, string>>;
  };
  for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies })) {
    if (name.includes("proviso")) continue;
    expect({ name, isTested: isInRange(catalog[name] ?? "", range) }).toEqual({ name, isTested: true });
  }
});
