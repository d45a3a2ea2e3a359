import { chmod, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createProject } from "./project.ts";
import type { TestProject } from "./project.ts";

async function formattedProject(): Promise<TestProject> {
  const project = await createProject();
  await project.proviso("format");
  return project;
}

const unordered = (text: string): string =>
  text.replace("proviso: 1\ndomain: notes\n", "# Notes.\ndomain:   notes # the domain\nproviso: 1\n");

test("format writes the contracts that are laid out differently, and only those", async () => {
  const project = await formattedProject();
  await project.edit("contracts/notes.yaml", unordered);
  const before = await project.snapshot("contracts");
  const { code, out } = await project.proviso("format");
  expect({ code, out }).toEqual({
    code: 0,
    out: "formatted  contracts/notes.yaml\nformatted 1, unchanged 1 contract",
  });
  expect(await project.read("contracts/notes.yaml")).toMatch(
    /^# Notes\.\nproviso: 1\ndomain: notes # the domain\ndescription: /,
  );
  expect((await project.snapshot("contracts"))["contracts/tags.yaml"]).toBe(before["contracts/tags.yaml"]);
  expect((await project.proviso("format --check")).code).toBe(0);
});

test("format leaves a contract readable by whoever could read it before, and by nobody else", async () => {
  const project = await formattedProject();
  await project.edit("contracts/notes.yaml", unordered);
  await chmod(join(project.root, "contracts/notes.yaml"), 0o600);
  expect((await project.proviso("format")).code).toBe(0);
  expect((await stat(join(project.root, "contracts/notes.yaml"))).mode & 0o777).toBe(0o600);
});

test("format --check names what is laid out differently, and writes nothing", async () => {
  const project = await formattedProject();
  await project.edit("contracts/notes.yaml", unordered);
  const before = await project.snapshot();
  const { code, err } = await project.proviso("format --check");
  expect({ code, err }).toEqual({
    code: 1,
    err: "not formatted  contracts/notes.yaml\nnext: `proviso format`",
  });
  expect(await project.snapshot()).toEqual(before);
});

test("format shows what is no YAML, and writes nothing", async () => {
  const project = await formattedProject();
  await project.edit("contracts/notes.yaml", unordered);
  await project.write("contracts/tags.yaml", "proviso: [1\n");
  const before = await project.snapshot();
  const { code, err } = await project.proviso("format");
  expect(code).toBe(1);
  expect(err).toMatch(/contracts\/tags\.yaml:\d+:\d+[\s\S]*nothing was written/);
  expect(await project.snapshot()).toEqual(before);
});
