import { readFileSync } from "node:fs";
import { join } from "node:path";
import { problemsOf, useBrowser } from "@proviso/browser";
import { expect, test } from "vitest";
import { startDev } from "./dev-project.ts";

const browser = useBrowser();
const repository = join(import.meta.dirname, "../../../..");
const read = (path: string): string => readFileSync(join(repository, path), "utf8");

test("the example of the guide shows in `proviso dev` what a candidate would have changed", async () => {
  const example =
    /```ts\n(import \{ shadow \}.*?;\n)\n(const candidate = .*?;\n).*(, shadow: candidate) \}/s.exec(
      read("apps/docs/src/content/docs/replay.mdx"),
    );
  const [, imports = "", candidate = "", option = ""] = example ?? [];
  const contract = read("packages/cli/starter/minimal/contracts/notes.yaml");
  const asks =
    "riskLevel: high\n    riskReason: A test.\n    autonomousExecution: false\n    confirmation: always";
  const next = contract.replace(/(create:.*?)riskLevel: low/s, `$1${asks}`);
  expect([imports.length > 0, next === contract]).toEqual([true, false]);
  const project = await startDev(
    (edit) =>
      edit("src/app.ts", (text) => imports + candidate + text.replace("...state }", `...state${option} }`)),
    undefined,
    { "next/notes.yaml": next },
  );
  await project.says(/started\n/);
  const page = await browser().newPage();
  await page.goto(project.url);
  await expect.poll(() => page.locator("#candidate-sums").textContent()).toBe("no call yet");
  await page.getByRole("button", { name: /notes\.create/ }).click();
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await expect
    .poll(() => page.locator("#differences").textContent())
    .toMatch(/^\d\d:\d\d:\d\d notes\.create: now-asks, before: ran$/);
  expect(await page.locator("#verdict").textContent()).toBe("Completed (by execute)");
  expect(await problemsOf(page)).toEqual([]);
  expect(readFileSync(join(project.root, ".data/shadow.jsonl"), "utf8")).toContain('"now-asks"');
  await page.close();
  expect(await project.stop()).toBe(0);
});
