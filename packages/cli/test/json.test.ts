import { expect, test } from "vitest";
import { createGitProject } from "./diff/git.ts";
import { notes } from "./project.ts";

// A program that reads standard output gets one object, also where there is no answer.
test.each([
  "check --json",
  "check --who --json",
  "todo --json",
  "lock --json",
  "generate --json",
  "diff --against git:HEAD --format json",
])("`proviso %s` says on standard output what is wrong with a contract", async (argv) => {
  const project = await createGitProject();
  await project.write("contracts/notes.yaml", notes.replace("[notes:write]", "[notes:wrote]"));
  const { code, out } = await project.proviso(argv);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    diagnostics: [{ severity: "error", file: "contracts/notes.yaml" }],
  });
});
