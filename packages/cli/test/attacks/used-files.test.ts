import { execFileSync } from "node:child_process";
import { mkdir, symlink, truncate } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { config, createProject, notes, type TestProject } from "../project.ts";

const using = (name: string): string => notes.replace("permissions:", `use: ${name}\npermissions:`);

const files = {
  "package.json": "{}",
  "a/proviso.yaml": config,
  "a/contracts/notes.yaml": using("../../shared/types.yaml"),
  "shared/types.yaml": "",
};

async function link(project: TestProject, path: string, target: string): Promise<void> {
  await mkdir(dirname(join(project.root, path)), { recursive: true });
  await symlink(join(project.root, target), join(project.root, path));
}

describe("nothing is read that a contract must not show", () => {
  const secret = "token: very-secret\n";
  const check = async (project: TestProject, reason: string): Promise<void> => {
    const { code, out, err } = await project.proviso("check", "a");
    expect([code, out + err]).toEqual([1, expect.stringContaining(reason)]);
    expect(out + err).not.toContain("very-secret");
  };

  test("a YAML file outside of the repository, also behind a link, and inside of one that has Git", async () => {
    const project = await createProject({
      ...files,
      "secrets.yaml": secret,
      "a/.git/HEAD": "",
      "a/contracts/notes.yaml": using("../../secrets.yaml"),
    });
    await check(project, "it is outside of the repository");
    await link(project, "a/contracts/link.yaml", "secrets.yaml");
    await project.write("a/contracts/notes.yaml", using("./link.yaml"));
    await project.write("a/proviso.yaml", config.replace("contracts/*.yaml", "contracts/notes.yaml"));
    await check(project, "it is outside of the repository");
    await link(project, "a/node_modules/words", ".");
    await project.write("a/contracts/notes.yaml", using("words/secrets.yaml"));
    await check(project, "it is outside of the repository");
  });

  test("a link to what is no YAML file, and a link to itself", async () => {
    const project = await createProject({ ...files, "shared/.env": secret });
    await project.remove("shared/types.yaml");
    await link(project, "shared/types.yaml", "shared/.env");
    await check(project, "it is a link to a file whose name does not end with `.yaml` or `.yml`");
    await project.remove("shared/types.yaml");
    await link(project, "shared/types.yaml", "shared/types.yaml");
    await check(project, "its path cannot be followed (ELOOP)");
  });

  test("a folder, a pipe, and a file of any length", async () => {
    const project = await createProject(files);
    await project.remove("shared/types.yaml");
    await mkdir(join(project.root, "shared/types.yaml"));
    await check(project, "it is a folder");
    await project.remove("shared/types.yaml");
    execFileSync("mkfifo", [join(project.root, "shared/types.yaml")]);
    await check(project, "it is no regular file");
    await project.remove("shared/types.yaml");
    await project.write("shared/types.yaml", "");
    await truncate(join(project.root, "shared/types.yaml"), 4_000_000_000);
    await check(project, "it has more than 4 MB");
  });
});
