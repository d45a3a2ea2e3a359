// A phone whose text is twice as large: the safety label, and the buttons of several calls.
import { useBrowser, type Page } from "@proviso/browser";
import { expect, it } from "vitest";
import { annaHerself, carla, other, waitFor } from "../approvals/people.ts";
import { criticalRisk, tool } from "../sample.ts";
import { openSigned, serveInbox, type ServedInbox } from "./served-inbox.ts";

const browser = useBrowser();
const viewport = { width: 390, height: 844 };

async function onPhone(served: ServedInbox, path: string, reviewer = annaHerself): Promise<Page> {
  const page = await (await browser().newContext({ viewport })).newPage();
  await page.goto(await served.inbox.signInLink(reviewer));
  await page.getByRole("heading", { name: "Approvals", level: 1 }).waitFor();
  await openSigned(page, `${served.url}/${path}`);
  return page;
}

const enlarge = (page: Page) =>
  page.evaluate("document.documentElement.style.fontSize = '200%'; dispatchEvent(new Event('resize'))");

it("the safety label has two columns, and one with large text", async () => {
  await using served = await serveInbox({ tools: [tool(criticalRisk)] });
  const page = await onPhone(served, await waitFor(served.app));
  const widths = async () =>
    (await page.evaluate(
      "[...document.querySelectorAll('.label dd')].map((each) => each.offsetWidth)",
    )) as number[];
  const tops = async () =>
    (await page.evaluate(
      "[...document.querySelectorAll('.label > div')].map((each) => each.children[1].offsetTop - each.children[0].offsetTop)",
    )) as number[];
  expect(new Set(await tops())).toEqual(new Set([0]));
  await enlarge(page);
  expect(Math.min(...(await widths()))).toBeGreaterThan(200);
  expect(Math.min(...(await tops()))).toBeGreaterThan(0);
});

it("the buttons of several calls are on the first screen, and approve no single call", async () => {
  const confirmation = { ...other.confirmation, together: 3 };
  await using served = await serveInbox({ tools: [tool({ ...other, confirmation })] });
  const ids: string[] = [];
  for (const text of ["a", "b", "c"]) ids.push(await waitFor(served.app, { text }));
  const page = await onPhone(served, `together?ids=${ids.join(",")}`, carla);
  const button = page.locator("button[value=approve]");
  const isDisabled = async () => (await page.locator("button[value=approve]:disabled").count()) === 1;
  expect(await isDisabled()).toBe(true);
  await page.getByRole("checkbox").first().check();
  expect([await isDisabled(), await button.textContent()]).toEqual([true, "Tick one more, or open the call"]);
  await page.getByRole("checkbox").nth(1).check();
  expect([await isDisabled(), await button.textContent()]).toEqual([false, "Approve 2 calls"]);
  await enlarge(page);
  await page.evaluate("scrollTo(0, 0)");
  const box = await button.boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
});
