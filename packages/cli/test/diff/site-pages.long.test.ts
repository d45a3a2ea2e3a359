import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createGitProject, type GitProject } from "./git.ts";

const pages = new URL("../../../../apps/docs/src/content/docs/", import.meta.url);

interface Fence {
  readonly language: string;
  readonly file: string | undefined;
  readonly text: string;
}

async function fencesOf(page: string): Promise<readonly Fence[]> {
  const text = await readFile(new URL(`${page}.mdx`, pages), "utf8");
  return [...text.matchAll(/^```(\w+)(?: title="(.*)")?\n([^]*?)^```$/gm)].map(
    ([, language = "", file, block = ""]) => ({ language, file, text: block }),
  );
}

/** Runs `$ proviso …` as it is shown, and expects what is shown below it. */
async function follow(project: GitProject, { text }: Fence): Promise<void> {
  const [command = "", ...lines] = text.trimEnd().split("\n");
  const words = (command.replace("$ proviso ", "").match(/"[^"]*"|\S+/g) ?? []).map((word) =>
    word.replaceAll('"', ""),
  );
  const { out, err } = await project.proviso(words);
  const said = `${err}\n${out}`.replaceAll(/^next: .*$/gm, "");
  const masked = (shown: string): string =>
    shown
      .replaceAll(/\b[0-9a-f]{16}\b/g, "FINGERPRINT")
      .replaceAll(/until \d{4}-\d\d-\d\d/g, "until DAY")
      .trim();
  expect({ command, said: masked(said) }).toEqual({ command, said: masked(lines.join("\n")) });
}

const opened = (text: string): string => text.replace("[notes:write]", "[]");

test("what the page about `diff` shows is what it prints", async () => {
  const project = await createGitProject();
  await project.edit("contracts/notes.yaml", (text) => opened(text).replace("Create a note", "Add a note"));
  const { out } = await project.proviso("diff --against main --format json");
  const { fingerprint } = JSON.parse(out).changes[0];
  const fences = await fencesOf("compare-contracts");
  for (const fence of fences) {
    if (fence.language === "console") await follow(project, fence);
    else
      await project.edit(
        fence.file ?? "",
        (text) =>
          text +
          fence.text
            .replace(/fingerprint: ".*"/, `fingerprint: "${fingerprint}"`)
            .replace(/expires: .*/, "expires: 2999-12-31"),
      );
  }
  expect(fences.map(({ language }) => language)).toEqual(["console", "console", "yaml", "console"]);
});

test("what the page about `lock` shows is what it prints", async () => {
  const project = await createGitProject();
  const fences = (await fencesOf("accept-changes")).filter(({ language }) => language === "console");
  for (const [index, fence] of fences.entries()) {
    if (index === 1) project.commit("Lock");
    if (index === 2) await project.edit("contracts/notes.yaml", opened);
    await follow(project, fence);
  }
  expect(fences).toHaveLength(4);
});

test("what the page about CI shows of `changeset` is what it prints, and its workflow can be read", async () => {
  const project = await createGitProject();
  await project.proviso("generate");
  project.git("tag", "v1.0.0");
  await project.edit("contracts/notes.yaml", opened);
  project.commit("Open");
  const fences = await fencesOf("review-in-ci");
  for (const fence of fences.filter(({ language }) => language === "console")) await follow(project, fence);
  const workflow = fences.find(({ file }) => file?.endsWith("contracts.yml"));
  expect(workflow?.text).toContain("uses: acme/proviso/actions/review@v1");
  expect(workflow?.text).not.toContain("pull_request_target");
});
