import { execFileSync } from "node:child_process";
import { gzipSync } from "node:zlib";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createProject, notes, type TestProject } from "../project.ts";
import { changesIn } from "./changes.ts";
import { startRegistry } from "./registry.ts";
import { tarOf } from "./tar.ts";

/** A project whose contracts were generated once, and edited since. */
async function published(files: Readonly<Record<string, string>> = {}): Promise<TestProject> {
  const project = await createProject(files);
  expect((await project.proviso("generate")).code).toBe(0);
  await project.edit("contracts/notes.yaml", (text) => text.replace("Create a note", "Add a note"));
  return project;
}

/** The packed package, made by npm. */
function pack({ root }: TestProject): string {
  const words = [
    "pack",
    "./out/schemas",
    "--ignore-scripts",
    "--silent",
    "--cache",
    join(root, ".npm-cache"),
  ];
  return execFileSync("npm", words, {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32",
  }).trim();
}

const renamed = [{ tool: "notes.create", path: "title", before: "Create a note", after: "Add a note" }];

test("a package is read as a folder, as npm packs it, and as it is installed", async () => {
  const project = await published();
  const file = pack(project);
  await mkdir(join(project.root, "node_modules/@acme"), { recursive: true });
  await cp(join(project.root, "out/schemas"), join(project.root, "node_modules/@acme/schemas"), {
    recursive: true,
  });
  for (const against of ["./out/schemas", `./${file}`, "@acme/schemas"])
    expect(changesIn(await project.proviso(`diff --format json --against ${against}`))).toMatchObject(
      renamed,
    );
});

test("a published package is read from the registry that npm is configured for, with its token", async () => {
  const project = await published();
  const url = await startRegistry("@acme/schemas", "1.4.0", join(project.root, pack(project)), "secret");
  const npmrc = `@acme:registry=${url}\ncache=${join(project.root, ".npm-cache")}\nupdate-notifier=false\nfetch-retries=0\n`;
  await project.write(".npmrc", `${npmrc}${url.slice("http:".length)}:_authToken=secret\n`);
  for (const version of ["1.4.0", "latest", "^1"])
    expect(
      changesIn(await project.proviso(`diff --format json --against @acme/schemas@${version}`)),
    ).toMatchObject(renamed);
  const missing = await project.proviso("diff --against @acme/schemas@9.9.9");
  expect([missing.code, missing.err]).toEqual([
    2,
    expect.stringContaining("`npm pack @acme/schemas@9.9.9` brings no package"),
  ]);
  await project.write(".npmrc", npmrc);
  const locked = await project.proviso("diff --against @acme/schemas@1.4.0");
  expect([locked.code, locked.err]).toEqual([2, expect.stringContaining("brings no package")]);
});

test("a forbidden tool is in no package, and so is no change", async () => {
  const forbidden = notes
    .replace("  create:", "  erase:")
    .replace("riskLevel: low", "riskLevel: forbidden")
    .replaceAll("notes", "secrets")
    .replace("title: Create a note", "title: Erase everything");
  const project = await createProject({ "contracts/secrets.yaml": forbidden });
  expect((await project.proviso("generate")).code).toBe(0);
  expect(changesIn(await project.proviso("diff --format json --against ./out/schemas"))).toEqual([]);
  // A tool that agents can no longer call is a change.
  await project.edit("contracts/tags.yaml", (text) => text.replace("riskLevel: low", "riskLevel: forbidden"));
  const changes = changesIn(await project.proviso("diff --format json --against ./out/schemas"));
  expect(changes.map(({ tool }) => tool)).toContain("tags.create");
  expect(changes.map(({ tool }) => tool)).not.toContain("secrets.erase");
});

describe("a package that is not what it seems is refused", () => {
  const index = `{"format":1,"product":"acme","wireNames":"underscore","permissions":{}}`;
  const domain = (tools: unknown): string => JSON.stringify({ tools });
  test.each<readonly [string, Readonly<Record<string, string>>, RegExp]>([
    [
      "no contracts",
      { "package/package.json": "{}" },
      /holds no contracts: they are in `manifest\/` of the package/,
    ],
    ["contracts outside of it", { "package/../manifest/index.json": index }, /holds no contracts/],
    ["an absolute path", { "/manifest/../manifest/index.json": index }, /holds no contracts/],
    ["no JSON", { "package/manifest/index.json": "{" }, /cannot be read: /],
    ["a list", { "package/manifest/index.json": "[]" }, /it holds no object/],
    [
      "another format",
      { "package/manifest/index.json": index.replace("1", "2") },
      /a format that this version does not know/,
    ],
    [
      "no product",
      { "package/manifest/index.json": index.replace("product", "prod") },
      /has no readable `manifest\/index\.json`/,
    ],
    [
      "no tools",
      { "package/manifest/index.json": index, "package/manifest/a.json": "{}" },
      /holds no list of tools/,
    ],
    [
      "no contract",
      { "package/manifest/index.json": index, "package/manifest/a.json": domain([{ name: "a.b" }]) },
      /tool number 1 is no contract that this version knows: it must have required property 'domain'/,
    ],
    [
      "a nest",
      {
        "package/manifest/index.json": index,
        "package/manifest/a.json": `{"tools":[${"[".repeat(5000)}${"]".repeat(5000)}]}`,
      },
      /nested more than 200 levels deep/,
    ],
  ])("%s", async (_, files, message) => {
    const project = await createProject();
    await writeFile(join(project.root, "x.tgz"), gzipSync(tarOf(files)));
    const { code, err } = await project.proviso("diff --against ./x.tgz");
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  test.each<readonly [string, Buffer, RegExp]>([
    ["no archive", Buffer.from("nothing"), /cannot be read: /],
    [
      "a cut archive",
      gzipSync(tarOf({ "package/manifest/index.json": index }).subarray(0, 560)),
      /is cut off/,
    ],
    ["a changed archive", gzipSync(Buffer.from(tarOf({ "package/a": "b" })).fill("z", 0, 3)), /is damaged/],
    ["a negative size", gzipSync(tarOf({ "package/a": "b" }, "-0000001000")), /a file without a size/],
  ])("%s", async (_, bytes, message) => {
    const project = await createProject();
    await writeFile(join(project.root, "x.tgz"), bytes);
    const { code, err } = await project.proviso("diff --against ./x.tgz");
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  test("a contract with a field of tomorrow", async () => {
    const project = await published();
    await project.edit("out/schemas/manifest/notes.json", (text) =>
      text.replace('"name":', '"quota": 3, "name":'),
    );
    const { code, err } = await project.proviso("diff --against ./out/schemas");
    expect([code, err]).toEqual([2, expect.stringContaining("must NOT have additional properties `quota`")]);
  });
});

test.each([
  ["@acme/none", "`@acme/none` is not installed here; for one of the registry, write `@acme/none@latest`"],
  ["./nowhere", "there is no folder"],
  ["./contracts", "holds no project (proviso.yaml) and no package with contracts"],
  ["./proviso.yaml", "is no folder and no packed package"],
])("`--against %s` is wrong usage", async (against, message) => {
  const project = await createProject();
  const { code, err } = await project.proviso(`diff --against ${against}`);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});
