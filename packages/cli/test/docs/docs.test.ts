import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, test } from "vitest";
import { siteMark } from "../../src/docs/site-file.ts";
import { writeDocs } from "../../src/docs/write-docs.ts";
import { findProject } from "../../src/disk/find-project.ts";
import { lookAtDisk } from "../../src/incremental/stamped-disk.ts";
import { config, createProject, notes } from "../project.ts";

/** In the place of the site's program: it says that it was started, and fails. */
const program = "node_modules/@proviso/site/bin/proviso-site.js";
const installed = { [program]: 'throw new Error("it was started");' };

async function check(
  argv: string,
  files: Readonly<Record<string, string>>,
  expected: readonly [code: number, said: RegExp],
): Promise<void> {
  const project = await createProject(files);
  const { code, out, err } = await project.proviso(argv);
  expect([code, `${out}\n${err}`]).toEqual([expected[0], expect.stringMatching(expected[1])]);
}

describe("without @proviso/site", () => {
  it.each([
    ["package-lock.json", "npm install --save-dev"],
    ["pnpm-lock.yaml", "pnpm add --save-dev"],
    ["yarn.lock", "yarn add --dev"],
  ])("the command for a project with %s is `%s`", (lockfile, add) =>
    check("docs", { [lockfile]: "" }, [2, new RegExp(`run \`${add} @proviso/site\``)]),
  );
});

describe("a wrong command line is refused before anything is written", () => {
  it.each([
    ["docs publish", /takes `build` or `serve`, not `publish`/],
    ["docs --base tools", /`--base` must be a path with `\/` at both ends/],
    ["docs --base //evil.example/", /`--base` must be a path/],
    ["docs serve --port x", /`--port` must be a port, a number from 0 to 65535, and not `x`/],
    ["docs --out .", /holds the project/],
    ["docs --out ..", /holds the project/],
    ["docs --out contracts", /holds files that no site of Proviso has/],
  ])("%s", (argv, said) => check(argv, installed, [2, said]));
});

describe("settings that cannot be used are findings", () => {
  it.each([
    ["docs: { logo: assets/logo.svg }", /`logo` must be an image of the project, and there is none/],
    ["docs: { pages: pages }", /`pages` must be a folder of the project, and there is none/],
    ["docs: { pages: contracts/notes.yaml }", /`pages` must be a folder of the project/],
    ["docs: { verified: verify.json }", /`verified` must be a report of the project, and there is none/],
    ["docs: { used: use.json }", /`used` must be a report of the project, and there is none/],
    ["docs: { verified: verify.yaml }", /`verified` must be a JSON file of the project, such as/],
    ["docs: { logo: ../logo.svg }", /`logo` must be an image of the project, such as/],
    ["docs: { accent: red }", /`accent` must be a colour such as/],
    ["docs: { base: tools }", /`base` must be a path with/],
    ["docs: { titel: Shop }", /unknown key `titel`/],
  ])("%s", (line, said) => check("docs", { ...installed, "proviso.yaml": `${config}${line}\n` }, [1, said]));
});

test("contracts with errors are reported, and no site is built", () =>
  check("docs", { ...installed, "contracts/notes.yaml": notes.replace("[notes:write]", "[notes:wrote]") }, [
    1,
    /notes:wrote/,
  ]));

test("a folder that a site was built in may be replaced", () =>
  check("docs --out site", { ...installed, [`site/${siteMark}`]: "", "site/index.html": "" }, [
    1,
    /it was started/,
  ]));

test("the mark of a built site is the one that @proviso/site writes", async () => {
  const project = await createProject();
  await mkdir(join(project.root, "node_modules/@proviso"), { recursive: true });
  const site = fileURLToPath(new URL("../../../site", import.meta.url));
  await symlink(site, join(project.root, "node_modules/@proviso/site"));
  expect(await project.read(`node_modules/@proviso/site/public/${siteMark}`)).toContain(
    "`proviso docs build`",
  );
  expect(await project.read(program)).toContain("#main");
});

describe("the pages of the tools", () => {
  it("are written for a project without such an output, and follow its contracts", async () => {
    const project = await createProject();
    const write = async (): Promise<boolean> => {
      const place = await findProject(project.root, undefined);
      return (await writeDocs(place, "node_modules/work", lookAtDisk(place.root))).ok;
    };
    expect(await write()).toBe(true);
    expect(await project.read("node_modules/work/tools/notes/create.md")).toContain("Adds a note.");
    expect(JSON.parse(await project.read("node_modules/work/calls.json"))).toMatchObject({
      client: { module: "@acme/client" },
    });
    await project.remove("contracts/tags.yaml");
    await project.edit("contracts/notes.yaml", (text) => text.replace("Adds a note.", "Adds one."));
    expect(await write()).toBe(true);
    expect(await project.read("node_modules/work/tools/notes/create.md")).toContain("Adds one.");
    await expect(project.read("node_modules/work/tools/tags/create.md")).rejects.toThrow("ENOENT");
    await expect(project.read("out/server/package.json")).rejects.toThrow("ENOENT");
  });

  it("have the project's own templates", async () => {
    const project = await createProject({
      "proviso.yaml": `${config}templates: templates\n`,
      "templates/tool.hbs": "ours: {{name}}\n",
    });
    const place = await findProject(project.root, undefined);
    await writeDocs(place, "node_modules/work", lookAtDisk(place.root));
    expect(await project.read("node_modules/work/tools/notes/create.md")).toContain("ours: ");
  });
});
