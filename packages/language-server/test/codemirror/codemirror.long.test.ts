// The language server in an editor whose language client nobody here wrote: CodeMirror, in Chromium.
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Page, useBrowser } from "@proviso/browser";
import { rolldown } from "rolldown";
import { expect, onTestFinished, test } from "vitest";
import { StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import { createFolder, links, notes, startServer } from "../editor.ts";
import type { EditorPage } from "./page.ts";

const browser = useBrowser();
declare const window: EditorPage;

async function bundledPage(): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(new URL("page.ts", import.meta.url)),
    platform: "browser",
  });
  const { output } = await build.generate({ format: "iife" });
  return output[0].code;
}

/** A page with both contracts of a project open, and the server behind it. */
async function openPage(): Promise<Page> {
  const root = await createFolder();
  const server = startServer(root);
  const page = await browser().newPage({ viewport: { width: 640, height: 400 } });
  onTestFinished(async () => {
    const ended = once(server, "exit");
    server.stdin.end();
    await Promise.all([page.close(), ended]);
  });
  const writer = new StreamMessageWriter(server.stdin);
  await page.exposeFunction("toServer", (message: string) => writer.write(JSON.parse(message)));
  new StreamMessageReader(server.stdout).listen((message) => {
    if (!page.isClosed())
      void page.evaluate((text) => window.fromServer(text), JSON.stringify(message)).catch(() => undefined);
  });
  await page.evaluate(await bundledPage());
  await page.evaluate((uri) => window.connect(uri), pathToFileURL(root).href);
  for (const [id, text] of Object.entries({ notes, links })) {
    const uri = pathToFileURL(join(root, `contracts/${id}.yaml`)).href;
    await page.evaluate((given) => window.open(given.id, given.uri, given.text), { id, uri, text });
  }
  return page;
}

/** With `PICTURES=1`, takes the pictures that the readme of `editors/vscode` shows. */
async function keep(page: Page, name: string): Promise<void> {
  const path = fileURLToPath(new URL(`../../../../editors/vscode/pictures/${name}.png`, import.meta.url));
  if (process.env["PICTURES"]) await page.screenshot({ path });
}

const place = (page: Page, before: string): Promise<{ readonly x: number; readonly y: number }> =>
  page.evaluate((given) => window.place("notes", given), before);

test("CodeMirror shows findings, completes, explains and renames", async () => {
  const page = await openPage();
  const found = page.locator("#notes .cm-lintRange-error");
  expect(await found.count()).toBe(0);

  // Findings while typing.
  await place(page, "riskLevel: low");
  await page.keyboard.type("er");
  await expect.poll(() => found.allInnerTexts()).toEqual(["lower"]);
  await found.hover();
  await expect
    .poll(() => page.locator(".cm-tooltip-lint").innerText())
    .toContain("`lower` is none of `low`, `medium`, `high`");

  await keep(page, "finding");

  // Completion of a value of the language, and of a name of the project.
  for (let typed = 0; typed < "lower".length; typed += 1) await page.keyboard.press("Backspace");
  await page.keyboard.press("Control+Space");
  const offered = page.locator(".cm-tooltip-autocomplete li");
  await expect.poll(() => offered.allInnerTexts()).toContain("medium");
  await keep(page, "completion");
  await page.keyboard.type("low");
  await page.keyboard.press("Escape");
  await expect.poll(() => found.count()).toBe(0);
  await place(page, "permissions: [");
  await page.keyboard.press("Control+Space");
  await expect.poll(() => offered.allInnerTexts()).toContain("notes:read");
  await page.keyboard.press("Escape");

  // What a tool is, derived hints included.
  const { x, y } = await place(page, "\n  remov");
  await page.mouse.move(x - 1, y);
  await page.mouse.move(x, y);
  const hover = page.locator(".cm-lsp-hover-tooltip");
  await expect.poll(() => hover.innerText()).toContain("Derived hints: readOnlyHint false");
  await keep(page, "hover");

  // A rename reaches every contract.
  await place(page, "types:\n  note");
  await page.keyboard.press("F2");
  await page.locator(".cm-lsp-rename-panel input, .cm-panel input").fill("noteKey");
  await page.keyboard.press("Enter");
  const textOf = (id: string): Promise<string> => page.evaluate((given) => window.textOf(given), id);
  await expect
    .poll(() => textOf("notes"))
    .toBe(notes.replace("  noteId: { type", "  noteKey: { type").replaceAll(": noteId }", ": noteKey }"));
  expect(await textOf("links")).toBe(links.replaceAll("notes.noteId", "notes.noteKey"));
});
