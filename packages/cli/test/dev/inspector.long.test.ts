import { type Page, problemsOf, useBrowser } from "@proviso/browser";
import { expect, test } from "vitest";
import { startDev, type DevProject } from "./dev-project.ts";

const browser = useBrowser();

/** A critical tool with a required dry run, for the project of `proviso init`. */
const removeAll = `
  remove_all:
    title: Remove all notes
    description: Removes every note of the team.
    category: notes
    riskLevel: critical
    inputSchema: { reason: { type: string, minLength: 3, maxLength: 200 } }
    outputSchema: { removed: integer }
    dryRun: { mode: required, preview: { noteCount: integer } }
    stepUpAuth: { always: true, maxAge: 15m, acr: mfa }
    idempotency: { key: [reason], ttl: 1h }
    permissions: [notes:write]
    sideEffects:
      - deletes: Every note.
    auditEvent: notes.all.removed
    failureModes: []
    dataFlow: { readsPrivate: false, returnsUntrusted: false }
    owner: notes-team
    examples: [{ input: { reason: Spring cleaning. } }]
`;
const handler = `
  removeAll: {
    plan: (_input, { ports }) => ({ noteCount: ports.notes.all().length }),
    execute(_input, { ports }) {
      const all = ports.notes.all();
      for (const { noteId } of all) ports.notes.remove(noteId);
      return { removed: all.length };
    },
  },
`;

function addRemoveAll(edit: DevProject["edit"]): void {
  edit("contracts/notes.yaml", (text) => text + removeAll);
  edit("src/handlers/notes.ts", (text) => text.replace(/\};\s*$/, `${handler}};\n`));
}

/** What the page says, waited for. */
function says(page: Page, id: string) {
  return expect.poll(() => page.locator(id).textContent());
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}

test("a dry run is planned, a critical call runs with its phrase and not without, and a no is a no", async () => {
  const project = await startDev(addRemoveAll);
  await project.says(/started\n/);
  const page = await browser().newPage();
  await page.goto(project.url);
  await says(page, "#status").toBe("started");
  const verdict = says.bind(undefined, page, "#verdict");

  await page.getByRole("button", { name: /notes\.create/ }).click();
  await press(page, "Call");
  await verdict().toBe("Completed (by execute)");
  await page.getByRole("button", { name: /notes\.remove_all/ }).click();
  await press(page, "Call");
  await verdict().toMatch(/^Refused by plan: dry_run_required: /);
  await press(page, "Plan (dry run)");
  await verdict().toBe("Planned: nothing was changed (by plan)");
  expect(JSON.parse((await page.locator("#outcome").textContent()) ?? "")).toMatchObject({ noteCount: 1 });

  await press(page, "Call");
  await verdict().toBe("The server asks a person (by confirm)");
  await press(page, "Approve");
  expect(await page.locator("#phrase").evaluate((input) => input.matches(":invalid:focus"))).toBe(true);
  await page.getByLabel("To approve, type").fill("remove all");
  await press(page, "Approve");
  await verdict().toMatch(/^Refused by confirm: confirmation_unanswered: /);

  await press(page, "Call");
  await verdict().toBe("The server asks a person (by confirm)");
  await press(page, "Decline");
  await verdict().toMatch(/^Refused by confirm: confirmation_declined: /);
  expect(await page.locator("#asked").isVisible()).toBe(false);

  await press(page, "Call");
  await verdict().toBe("The server asks a person (by confirm)");
  await page.getByLabel("To approve, type").fill((await page.locator("#wanted").textContent()) ?? "");
  await press(page, "Approve");
  await verdict().toBe("Completed (by execute)");
  expect(JSON.parse((await page.locator("#outcome").textContent()) ?? "")).toEqual({ removed: 1 });
  await page.close();
  expect(await project.stop()).toBe(0);
});

test("a changed handler is served after the restart; a server that dies is named, and the next change starts it", async () => {
  const project = await startDev();
  await project.says(/started\n/);
  const context = await browser().newContext();
  const page = await context.newPage();
  await page.goto(project.url);
  await says(page, "#status").toBe("started");
  await page.getByRole("button", { name: /notes\.create/ }).click();
  await press(page, "Call");
  await says(page, "#outcome").toContain('"note_1"');

  const before = "noteId: ports.notes.add(text, now().toISOString())";
  const body = "ports.notes.add(text.toUpperCase(), now().toISOString())";
  project.edit("src/handlers/notes.ts", (text) => text.replace(before, `noteId: ${body}`));
  await project.says(/restarted, contracts unchanged/);
  await says(page, "#status").toBe("restarted, contracts unchanged");
  await press(page, "Call");
  await says(page, "#outcome").toContain('"note_2"');
  await page.getByRole("button", { name: /notes\.list/ }).click();
  await press(page, "Call");
  await says(page, "#outcome").toContain("WATER THE PLANTS.");

  // Another tab of the same browser has the session, and what happened so far.
  const other = await context.newPage();
  await other.goto(new URL(project.url).origin);
  await says(other, "#status").toBe("restarted, contracts unchanged");
  expect(await other.locator("#trail > li").count()).toBe(3);

  project.edit("src/handlers/notes.ts", (text) =>
    text.replace("ports.notes.all()", '(process.kill(process.pid, "SIGKILL"), ports.notes.all())'),
  );
  await project.says(/restarted, contracts unchanged/);
  await press(page, "Call");
  await says(page, "#status").toBe("The server ended with SIGKILL. The next change starts it again.");
  await says(page, "#problem").toBe("no server runs");
  expect(await page.locator("#answered").isVisible()).toBe(false);
  project.edit("src/handlers/notes.ts", (text) =>
    text.replace('(process.kill(process.pid, "SIGKILL"), ports.notes.all())', "ports.notes.all()"),
  );
  await project.says(/restarted, contracts unchanged/);
  await press(page, "Call");
  await says(page, "#verdict").toBe("Completed (by execute)");
  await page.getByLabel("Input, as JSON").fill("{");
  await press(page, "Call");
  await says(page, "#problem").toMatch(/^The input is not JSON: /);
  expect(await page.locator("#answered").isVisible()).toBe(false);
  await context.close();
  expect(await project.stop()).toBe(0);
});

test("the inspector is for everybody in both themes, and no wider than the screen", async () => {
  const project = await startDev(addRemoveAll);
  await project.says(/started\n/);
  const page = await browser().newPage();
  await page.goto(project.url);
  await says(page, "#status").toBe("started");
  expect(await problemsIn(page)).toEqual([]);
  await page.getByRole("button", { name: /notes\.remove_all/ }).click();
  await press(page, "Plan (dry run)");
  await says(page, "#verdict").toMatch(/^Planned/);
  await press(page, "Call");
  await says(page, "#verdict").toMatch(/^The server asks a person/);
  await page.locator("#trail summary").first().click();
  expect(await problemsIn(page)).toEqual([]);
  await press(page, "Decline");
  await says(page, "#verdict").toMatch(/^Refused/);
  project.edit("contracts/notes.yaml", (text) => text.replace("riskLevel: critical", "riskLevel: critcal"));
  await says(page, "#output").toContain("critcal");
  expect(await problemsIn(page)).toEqual([]);
  await page.close();
  expect(await project.stop()).toBe(0);
});

/** In both themes, on a phone and on a desk. */
async function problemsIn(page: Page): Promise<readonly unknown[]> {
  const problems: unknown[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      problems.push(...(await problemsOf(page)).map((each) => [colorScheme, width, each]));
    }
  }
  return problems;
}
