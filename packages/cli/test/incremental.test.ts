import { describe, expect, test } from "vitest";
import { config, createProject, finds, notes, tags } from "./project.ts";
import type { TestProject } from "./project.ts";

const shared = `types: { name: { type: string, maxLength: 100 } }
failureModes: { gone: { description: It is gone. } }
`;
const files = {
  "proviso.yaml": `${config}templates: templates\n`,
  "contracts/notes.yaml": notes.replace("permissions:\n", `${shared}permissions:\n`),
  "contracts/tags.yaml": tags
    .replace("{ text: string }", "{ text: notes.name }")
    .replace("failureModes: []", "failureModes: [notes.gone]"),
  "contracts/users.yaml": notes.replaceAll("notes", "users").replaceAll("note", "user"),
};

async function generated(): Promise<TestProject> {
  const project = await createProject(files);
  const { code, err } = await project.proviso("generate");
  if (code !== 0) throw new Error(err);
  return project;
}

/** The domains of which a run writes modules or contracts; and afterwards all is as from scratch. */
async function written(project: TestProject): Promise<string[]> {
  const { out } = await project.proviso("generate --json");
  const result = JSON.parse(out) as { readonly written: string[] };
  expect(await project.proviso("generate --verify")).toMatchObject({
    code: 0,
    err: "next: build the generated code",
  });
  const names = result.written.flatMap(
    (path) => /^out\/schemas\/(?:src|manifest)\/(\w+)\.(?:ts|json)$/.exec(path)?.[1] ?? [],
  );
  return [...new Set(names)].filter((name) => name !== "index").toSorted();
}

async function check(
  change: (project: TestProject) => Promise<unknown>,
  ...expected: string[]
): Promise<void> {
  const project = await generated();
  await change(project);
  expect(await written(project)).toEqual(expected);
}

const editing = (path: string, from: string, to: string) => (project: TestProject) =>
  project.edit(path, (text) => text.replace(from, to));

describe("after a change, generate makes again", () => {
  test("the contract that was edited", () =>
    check(editing("contracts/users.yaml", "Adds a", "Adds one"), "users"));
  test("the contract that refers to a type that was edited", () =>
    check(editing("contracts/notes.yaml", "maxLength: 100", "maxLength: 200"), "notes", "tags"));
  test("the contract that refers to a failure mode that was edited", () =>
    check(editing("contracts/notes.yaml", "It is gone.", "It went away."), "tags"));
  test("what somebody edited by hand, or removed", () =>
    check(
      async (project) => {
        await project.write("out/schemas/src/users.ts", "// mine\n");
        await project.remove("out/schemas/src/tags.ts");
      },
      "tags",
      "users",
    ));
  test("the contract that refers to a type for the first time", () =>
    check(editing("contracts/users.yaml", "{ text: string }", "{ text: notes.name }"), "users"));
  test("nothing of a contract that is gone", () =>
    check((project) => project.remove("contracts/users.yaml")));
  test("what a domain is called now", () =>
    check(editing("contracts/users.yaml", "domain: users", "domain: people"), "people"));
});

test("a tool is checked again if only the one that finds out what became of its calls has changed", async () => {
  const asks = tags.replace("    title:", "    reconcile: finds.tag\n    title:");
  const project = await createProject({ "contracts/tags.yaml": asks, "contracts/finds.yaml": finds });
  expect(await project.proviso("check")).toMatchObject({ code: 0 });
  await project.edit("contracts/finds.yaml", (text) => text.replace("callId: string", "callId: integer"));
  const { code, out, err } = await project.proviso("check");
  expect(code).toBe(1);
  expect(out + err).toContain("`finds.tag` cannot tell what became of a call");
  expect(out + err).toContain("contracts/tags.yaml:");
});

test("what a run compiled without writing is still to be written", async () => {
  const project = await generated();
  await project.edit("contracts/users.yaml", (text) => text.replace("Adds a", "Adds one"));
  expect((await project.proviso("generate --check")).code).toBe(1);
  expect((await project.proviso("check")).code).toBe(0);
  expect(await written(project)).toEqual(["users"]);
});

test("a file of somebody else among ours is left alone, and is no part of what a run from scratch writes", async () => {
  const project = await generated();
  await project.remove("contracts/users.yaml");
  expect((await project.proviso("generate")).code).toBe(0);
  await project.write("out/schemas/src/users.ts", "mine\n");
  expect((await project.proviso("generate")).code).toBe(0);
  expect(await project.read("out/schemas/src/users.ts")).toBe("mine\n");
  const verified = await project.proviso("generate --verify");
  expect([verified.code, verified.err + verified.out]).toEqual([1, expect.stringContaining("src/users.ts")]);
});
