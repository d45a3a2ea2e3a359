import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Page, problemsOf, useBrowser } from "@proviso/browser";
import { expect, test } from "vitest";
import { startDev } from "./dev-project.ts";

const browser = useBrowser();

const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const api = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  servers: [{ url: "http://127.0.0.1:9" }],
  paths: {
    "/notes": { get: { operationId: "list_notes", summary: "Lists notes.", responses: {} } },
    "/notes/{id}": {
      get: { operationId: "get_note", summary: "Returns a note.", parameters: [id], responses: {} },
      delete: { operationId: "delete_note", summary: "Deletes a note.", parameters: [id], responses: {} },
    },
  },
});

function says(page: Page, selector: string) {
  return expect.poll(() => page.locator(selector).textContent());
}

test("questions are decided and undone in the browser, as in the terminal", async () => {
  const project = await startDev(() => {}, ["import", "api.json", "--product", "notes"], { "api.json": api });
  await project.says(/started\n/);
  const contract = (): string => readFileSync(join(project.root, "contracts/notes.yaml"), "utf8");
  const before = contract();
  const page = await browser().newPage();
  await page.goto(project.url);
  await says(page, "#todo-said").toBe("5 questions left");
  const ids = await page.locator("#todo-groups > details").evaluateAll((all) => all.map((each) => each.id));
  expect(ids).toEqual([
    "todo-critical-deletes",
    "todo-low-reads",
    "todo-may-change-notes",
    "todo-may-read-notes",
    "todo-results-private-untrusted",
  ]);

  const accept = page.locator("#todo-critical-deletes button");
  expect(await accept.isDisabled()).toBe(true);
  await page.locator("#todo-critical-deletes summary").click();
  await says(page, "#todo-critical-deletes pre").toContain("- riskLevel: high\n  + riskLevel: critical");
  expect(await page.locator("#todo-critical-deletes li").allTextContents()).toEqual([
    "notes.delete_note (`DELETE`, named `delete`)",
  ]);
  expect(await problemsOf(page)).toEqual([]);

  await accept.click();
  await says(page, "#todo-said").toBe("Accepted critical-deletes. 4 questions left");
  expect(contract()).toContain("riskLevel: critical");
  await project.says(/restarted, contract changed: notes\.delete_note/);
  await page.getByRole("button", { name: "Undo critical-deletes" }).click();
  await says(page, "#todo-said").toBe("Undone: critical-deletes is open again. 5 questions left");
  expect(contract()).toBe(before);

  // The page asks again after each round, and an edit in between stays.
  await page.locator("#todo-critical-deletes summary").click();
  await accept.click();
  await says(page, "#todo-said").toContain("4 questions left");
  project.edit("contracts/notes.yaml", (text) => `${text}\n# Edited.\n`);
  await page.getByRole("button", { name: "Undo critical-deletes" }).click();
  await says(page, "#todo-said").toContain(
    "contracts/notes.yaml was edited since, so the answer is not undone",
  );
  expect(contract()).toContain("# Edited.");
  await page.close();
  expect(await project.stop()).toBe(0);
});
