// Which folders a configuration may name: `test/config.test.ts`. What a run that fails leaves: `test/transaction.test.ts`.
import { execFileSync } from "node:child_process";
import { mkdir, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { config, createProject, notes, tags, type TestProject } from "../project.ts";

/** A project in its own folder, beside a folder that must not be touched. */
async function createInner(files: Readonly<Record<string, string>> = {}): Promise<TestProject> {
  const all = { "proviso.yaml": config, "contracts/notes.yaml": notes, ...files };
  const inner = Object.entries(all).map(([path, text]) => [`inner/${path}`, text]);
  return createProject({
    ...Object.fromEntries(inner),
    "precious/file.txt": "mine\n",
    "precious.yaml": notes,
  });
}

/** Expects this message, and that nothing is written, moved or removed. */
async function check(project: TestProject, message: RegExp, command = "generate"): Promise<void> {
  const before = await project.snapshot();
  const { code, out, err } = await project.proviso(command, "inner");
  expect(`${err}\n${out}`).toMatch(message);
  expect(code).toBe(1);
  expect(await project.snapshot()).toEqual(before);
}

const long = "a".repeat(300);

describe("a folder outside the project, or one that some system cannot hold, is refused", () => {
  const folders = [
    "../out",
    "out/../../precious",
    "/tmp/out",
    "C:/out",
    "out\\\\server",
    "CON",
    "out/nul.txt",
    "out/\\0",
    long,
  ];
  test.each(folders)("as an output: %s", async (folder) =>
    check(
      await createInner({ "proviso.yaml": config.replace("out/server", `"${folder}"`) }),
      /config\/unsafe-folder/,
    ),
  );
  test.each(folders)("for handlers: %s", async (folder) =>
    check(
      await createInner({ "proviso.yaml": config.replace("src/handlers", `"${folder}"`) }),
      /config\/unsafe-folder/,
    ),
  );
  test.each([".git/hooks", "node_modules/x", "packages/Node_Modules/x", "contracts"])(
    "as an output that belongs to something else: %s",
    async (folder) => {
      const project = await createInner({ "proviso.yaml": config.replace("out/server", folder) });
      for (const command of ["check", "generate"]) await check(project, /config\/unsafe-folder/, command);
    },
  );
  test.each(["../precious", "/etc"])("for templates: %s", async (folder) =>
    check(
      await createInner({ "proviso.yaml": `${config}templates: "${folder}"\n` }),
      /config\/unsafe-folder/,
    ),
  );
  test.each(["../*.yaml", "contracts/../../*.yaml", "/etc/*.yaml"])("for contracts: %s", async (glob) =>
    check(
      await createInner({ "proviso.yaml": config.replace("contracts/*.yaml", glob) }),
      /config\/wrong-value/,
    ),
  );
});

describe("a name in a contract never becomes a path that is not safe", () => {
  test.each(["../precious", "..", "/etc", "a/b", "'a\\b'", '"a\\0b"', "Notes", "__proto__"])(
    "as a domain: %s",
    async (name) =>
      check(
        await createInner({ "contracts/notes.yaml": notes.replace("domain: notes", `domain: ${name}`) }),
        /decode\/bad-text/,
      ),
  );
  test("as a domain of 300 characters", async () =>
    check(
      await createInner({ "contracts/notes.yaml": notes.replace("domain: notes", `domain: ${long}`) }),
      /resolve\/name-too-long/,
    ));
  test("as a permission of 300 characters, which has a page", async () => {
    const docs = config.replace("schemas: out/schemas", "schemas: out/schemas, docs: out/docs");
    const files = {
      "proviso.yaml": docs,
      "contracts/notes.yaml": notes.replaceAll("notes:write", `notes:${long}`),
    };
    return check(await createInner(files), /decode\/bad-name/);
  });
  test.each(["failure code", "category"])("as a %s of 300 characters", async (what) => {
    const changed =
      what === "category"
        ? notes.replace("category: writing", `category: ${long}`)
        : notes
            .replace("tools:\n", `failureModes: { ${long}: { description: Gone. } }\ntools:\n`)
            .replace("failureModes: []", `failureModes: [${long}]`);
    return check(await createInner({ "contracts/notes.yaml": changed }), /decode\/bad-(name|text)/);
  });
  test.each(["../create", "a/b", '"a\\0b"', "Create"])("as a tool: %s", async (name) =>
    check(
      await createInner({ "contracts/notes.yaml": notes.replace("create:", `${name}:`) }),
      /decode\/bad-name/,
    ),
  );
  test("as a tool of 300 characters", async () =>
    check(
      await createInner({ "contracts/notes.yaml": notes.replace("create:", `${long}:`) }),
      /resolve\/name-too-long/,
    ));
  test("as two tools for one file", async () => {
    const [head = "", tool = ""] = notes.split("tools:\n");
    const two = `${head}tools:\n${tool.replace("create", "get_2fa")}${tool.replace("create", "get2fa")}`;
    return check(await createInner({ "contracts/notes.yaml": two }), /resolve\/name-collision/);
  });

  test("and words that only some systems reserve become files that all can hold", async () => {
    const names = ["con", "nul", "index", "constructor", "to_string"];
    const [head = "", tool = ""] = notes.split("tools:\n");
    const all = `${head}tools:\n${names.map((name) => tool.replace("create", name)).join("")}`;
    const docs = config.replace(
      "schemas: out/schemas",
      "schemas: out/schemas, docs: out/docs, hosts: out/hosts",
    );
    const device = notes
      .replaceAll("notes", "con")
      .replace("category: writing", "category: prn")
      .replace("tools:\n", "failureModes: { nul: { description: Gone. } }\ntools:\n")
      .replace("failureModes: []", "failureModes: [nul]");
    const project = await createInner({
      "proviso.yaml": docs,
      "contracts/notes.yaml": all,
      "contracts/con.yaml": device,
    });
    expect(await project.proviso("check", "inner")).toMatchObject({ code: 0 });
    const before = Object.keys(await project.snapshot());
    expect(await project.proviso("generate", "inner")).toMatchObject({ code: 0 });
    const added = Object.keys(await project.snapshot()).filter((path) => !before.includes(path));
    const outside = added.filter(
      (path) => !/^inner\/(out|src\/handlers|node_modules\/\.cache\/proviso)\//.test(path),
    );
    expect(outside).toEqual([]);
    expect(new Set(added.map((path) => path.toLowerCase())).size).toBe(added.length);
    const devices = added.filter((path) =>
      path.split("/").some((part) => /^(con|nul|prn)(\.|$)/i.test(part)),
    );
    expect(devices).toEqual([]);
  });
});

describe("nothing is written through a link", () => {
  const link = async (project: TestProject, path: string): Promise<void> =>
    symlink(join(project.root, "precious"), join(project.root, "inner", path));

  test("in the place of the output folder", async () => {
    const project = await createInner();
    await link(project, "out");
    await check(project, /is behind the symbolic link `out`/);
  });
  test("whose place is found by a check, also by one that has nothing new to look at", async () => {
    const project = await createInner();
    expect(await project.proviso("check", "inner")).toMatchObject({ code: 0 });
    expect(await project.proviso("check", "inner")).toMatchObject({ code: 0 });
    await link(project, "out");
    await check(project, /is behind the symbolic link `out`/, "check");
  });
  test("nor below a file", async () => {
    const project = await createInner({ out: "mine\n" });
    for (const command of ["check", "generate"])
      await check(project, /`out\/server` is below the file `out`/, command);
  });
  test("in the place of the handlers' folder", async () => {
    const project = await createInner();
    await link(project, "src");
    await check(project, /is behind the symbolic link `src`/);
  });
  test("inside an output folder", async () => {
    const project = await createInner();
    await project.proviso("generate", "inner");
    await link(project, "out/server/src/more");
    await check(project, /out\/server\/src\/more is a symbolic link/);
  });
  test("that leads to the output of the last run, moved elsewhere", async () => {
    const project = await createInner({ "contracts/tags.yaml": tags });
    await project.proviso("generate", "inner");
    await rename(join(project.root, "inner/out/server"), join(project.root, "precious/server"));
    await symlink("../../precious/server", join(project.root, "inner/out/server"));
    await project.edit("inner/contracts/notes.yaml", (text) => text.replace("Adds a", "Adds one"));
    await check(project, /`out\/server` is a symbolic link/);
  });
  test("in the place of a file that would be written", async () => {
    const project = await createInner();
    await project.proviso("generate", "inner");
    await project.remove("inner/out/schemas/src/notes.ts");
    await link(project, "out/schemas/src/notes.ts");
    await check(project, /out\/schemas\/src\/notes\.ts is a symbolic link/);
  });
  test("in the place of a contract that would be laid out anew", async () => {
    const project = await createInner();
    await symlink(join(project.root, "precious.yaml"), join(project.root, "inner/contracts/linked.yaml"));
    await check(project, /contracts\/linked\.yaml` is a symbolic link/, "format");
  });
});

describe("nothing is read through a link, nor passed over", () => {
  const more = config.replace("contracts/*.yaml", "contracts/**/*.yaml");

  test.each(["check", "generate", "format", "check --fix"])(
    "that leads to a contract elsewhere: %s",
    async (command) => {
      const project = await createInner();
      await symlink(join(project.root, "precious.yaml"), join(project.root, "inner/contracts/linked.yaml"));
      await check(project, /config\/no-file.*contracts\/linked\.yaml/s, command);
    },
  );
  test("that leads nowhere", async () => {
    const project = await createInner();
    await symlink("nowhere.yaml", join(project.root, "inner/contracts/linked.yaml"));
    await check(project, /contracts\/linked\.yaml` is a symbolic link/, "check");
  });
  test("that leads to another contract of the project", async () => {
    const project = await createInner();
    await symlink("notes.yaml", join(project.root, "inner/contracts/linked.yaml"));
    await check(project, /contracts\/linked\.yaml` is a symbolic link/, "check");
  });
  test("in the place of the contracts' folder", async () => {
    const project = await createInner({ "elsewhere/notes.yaml": notes });
    await project.remove("inner/contracts/notes.yaml");
    await rm(join(project.root, "inner/contracts"), { recursive: true });
    await symlink("../inner/elsewhere", join(project.root, "inner/contracts"));
    await check(project, /`contracts` is a symbolic link/, "check");
  });
  test("in the place of a folder with contracts", async () => {
    const project = await createInner({ "proviso.yaml": more, "elsewhere/a/b.yaml": notes });
    await symlink("../elsewhere", join(project.root, "inner/contracts/linked"));
    await check(project, /`contracts\/linked` is a symbolic link/, "check");
  });
  test("that leads back, without going round", async () => {
    const project = await createInner({ "proviso.yaml": more });
    await symlink(".", join(project.root, "inner/contracts/back"));
    await check(project, /`contracts\/back` is a symbolic link/, "check");
  });
  test("in the place of a template", async () => {
    const templates = { "proviso.yaml": `${config}templates: templates\n`, "templates/.keep": "" };
    const project = await createInner(templates);
    await symlink(join(project.root, "precious.yaml"), join(project.root, "inner/templates/tool.hbs"));
    await check(project, /templates\/tool\.hbs` is a symbolic link/, "check");
  });
  test("in the place of a contract that was checked before", async () => {
    const project = await createInner();
    expect(await project.proviso("check", "inner")).toMatchObject({ code: 0 });
    await symlink(join(project.root, "precious.yaml"), join(project.root, "inner/contracts/linked.yaml"));
    await check(project, /contracts\/linked\.yaml` is a symbolic link/, "check");
  });
  test.each(["check", "generate"])(
    "that leads to the very text that was checked before: %s",
    async (command) => {
      const project = await createInner({ "elsewhere/notes.yaml": notes });
      expect(await project.proviso(command, "inner")).toMatchObject({ code: 0 });
      await project.remove("inner/contracts/notes.yaml");
      await symlink("../elsewhere/notes.yaml", join(project.root, "inner/contracts/notes.yaml"));
      await check(project, /contracts\/notes\.yaml` is a symbolic link/, command);
    },
  );
  test("except by a glob that leaves it out", async () => {
    const project = await createInner({
      "proviso.yaml": config.replace("contracts/*.yaml", 'contracts/*.yaml, "!contracts/linked.yaml"'),
    });
    await symlink(join(project.root, "precious.yaml"), join(project.root, "inner/contracts/linked.yaml"));
    expect(await project.proviso("check", "inner")).toMatchObject({ code: 0 });
  });
  test("while one to a folder without contracts is nobody's business", async () => {
    const project = await createInner({ "proviso.yaml": config.replace("contracts/*.yaml", "**/*.yaml") });
    await project.write("inner/proviso.yaml", config.replace("contracts/*.yaml", "contracts/**"));
    await symlink(join(project.root, "empty"), join(project.root, "inner/contracts/linked"));
    await mkdir(join(project.root, "empty/deeper"), { recursive: true });
    expect(await project.proviso("check", "inner")).toMatchObject({ code: 0 });
  });
});

describe("what is no file is said to be none", () => {
  test("a folder with the name of a contract", async () =>
    check(
      await createInner({ "contracts/folder.yaml/notes": "" }),
      /contracts\/folder\.yaml` is a folder/,
      "check",
    ));
  test("a folder among contracts is none of them", async () => {
    const project = await createInner({
      "proviso.yaml": config.replace("contracts/*.yaml", "contracts/*"),
      "contracts/folder/notes": "",
    });
    expect(await project.proviso("check", "inner")).toMatchObject({ code: 0 });
  });
  test("a pipe, which would never end", async () => {
    const project = await createInner();
    execFileSync("mkfifo", [join(project.root, "inner/contracts/pipe.yaml")]);
    await check(project, /contracts\/pipe\.yaml` is a pipe/, "check");
  });
});

test("a folder that cannot be read stops the run, with its name", async () => {
  const project = await createInner();
  await rm(join(project.root, "inner/contracts"), { recursive: true });
  await symlink("contracts", join(project.root, "inner/contracts"));
  const { code, err } = await project.proviso("check", "inner");
  expect(code).toBe(3);
  expect(err).toMatch(/ELOOP.*inner\/contracts/);
});

test("a record that names files outside its folder has none of them removed", async () => {
  const project = await createInner();
  await project.proviso("generate", "inner");
  await project.edit("inner/out/server/.proviso.json", (text) =>
    text.replace("{", '{ "../../../precious/file.txt": "0", "../../proviso.yaml": "0",'),
  );
  expect(await project.proviso("generate", "inner")).toMatchObject({ code: 0 });
  expect(await project.read("precious/file.txt")).toBe("mine\n");
  expect(await project.read("inner/proviso.yaml")).toBe(config);
});
