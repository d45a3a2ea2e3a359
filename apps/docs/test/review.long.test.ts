import { fileURLToPath } from "node:url";
import { type Page, type ServedSite, serveFolder, useBrowser } from "@proviso/browser";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

/** The built site: `turbo run test` builds it first. */
let site: ServedSite;
const browser = useBrowser();

beforeAll(async () => {
  site = await serveFolder(fileURLToPath(new URL("../dist/", import.meta.url)));
});
afterAll(() => site.close());

async function open(hash = ""): Promise<Page> {
  const context = await browser().newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${site.url}review/growth/${hash}`);
  return page;
}

const addressOf = (page: Page): Promise<string> => page.evaluate(() => location.hash);
const status = (page: Page): Promise<string | null> => page.locator(".pack [role=status]").textContent();

test("a review is in its address, for somebody else, and gives the command that signs", async () => {
  const page = await open();
  const count = await page.locator("[data-tool]").count();
  expect(await status(page)).toBe(`0 of ${count} decided`);
  await page.getByLabel("Decision about emails.send_external").selectOption("keep");
  await page.getByLabel("Comment on emails.send_external").fill("As agreed ~ <b>in May</b> & June");
  await page.getByLabel("Decision about emails.bulk_send").selectOption("change");
  expect(await page.locator(".command").isVisible()).toBe(false);
  expect(await status(page)).toContain("To get the command that signs off, say who reviewed");
  await page.getByLabel("Reviewed by").fill("Ann O'Brien");
  expect(await status(page)).toBe(`2 of ${count} decided`);
  expect(await page.locator(".command").textContent()).toEqual(
    expect.stringMatching(
      /^proviso lock --sign-off emails\.send_external~[0-9a-f]{16} --who 'Ann O'\\''Brien'$/,
    ),
  );
  expect(await page.getByRole("button", { name: "Copy", exact: true }).isVisible()).toBe(true);
  const copied = async (name: string): Promise<string> => {
    await page.getByRole("button", { name }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect((await copied("Copy the decisions and the address")).split("\n").toSorted()).toEqual([
    expect.stringMatching(/^- `emails\.bulk_send` \(contract [0-9a-f]{16}\): change$/),
    expect.stringMatching(
      /^- `emails\.send_external` \(contract [0-9a-f]{16}\): keep: As agreed ~ <b>in May<\/b> & June$/,
    ),
    "Reviewed by Ann O'Brien",
    `${site.url}review/growth/${await addressOf(page)}`,
  ]);
  const other = await open(await addressOf(page));
  expect(await status(other)).toBe(`2 of ${count} decided`);
  expect(await other.getByLabel("Comment on emails.send_external").inputValue()).toBe(
    "As agreed ~ <b>in May</b> & June",
  );
});

test("copies which decisions are about another contract, and keeps those about tools that the pack does not have", async () => {
  const page = await open("#emails.send_external=keep~00000000~fine&emails.gone=keep~00000001~as agreed");
  const said = "- `emails.gone` (contract 00000001, not in this pack): keep: as agreed";
  expect(await page.locator(".pack .gone").textContent()).toBe(said);
  await page.getByLabel("Decision about emails.bulk_send").selectOption("change");
  expect(await addressOf(page)).toContain("emails.gone=keep");
  await page.getByRole("button", { name: "Copy the decisions" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(said);
  expect(copied).toContain("- `emails.send_external` (contract 00000000, changed since): keep: fine");
  const link = page.getByRole("link", { name: /^Verify: / }).first();
  await link.click();
  await page.locator("#tried").waitFor();
  expect(await page.locator("#tried").isVisible()).toBe(true);
});

test("a decision about another contract does not count, and is taken anew by a choice", async () => {
  const page = await open("#emails.send_external=keep~00000000~fine");
  expect(await status(page)).toMatch(/^0 of \d+ decided; 1 changed since$/);
  expect(await page.locator(".pack .changed:visible").count()).toBe(1);
  expect(await page.locator(".command").isVisible()).toBe(false);
  await page.getByLabel("Decision about emails.send_external").selectOption("remove");
  expect(await status(page)).toMatch(/^1 of \d+ decided$/);
});
