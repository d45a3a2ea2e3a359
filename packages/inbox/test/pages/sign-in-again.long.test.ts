// A log-in that is too old for a call, where the links of whoever runs the server are the only way to sign in.
import { useBrowser, type Page } from "@proviso/browser";
import { expect, it } from "vitest";
import { annaHerself, person, waitFor } from "../approvals/people.ts";
import { criticalRisk, tool } from "../sample.ts";
import { openSigned, serveInbox, type ServedInbox } from "./served-inbox.ts";

const browser = useBrowser();
const noon = Date.parse("2026-01-01T12:00:00Z") / 1000;
const again = "Sign in with this link";

/** A page of a call for which the log-in is too old, and a new link that is not yet used. */
async function stale(served: ServedInbox): Promise<{ id: string; link: string; page: Page }> {
  const id = await waitFor(served.app);
  const page = await (await browser().newContext()).newPage();
  await page.goto(await served.inbox.signInLink(annaHerself));
  await page.getByRole("heading", { name: "Approvals", level: 1 }).waitFor();
  await openSigned(page, `${served.url}/${id}`);
  expect(await page.getByRole("button", { name: /^Approve/ }).count()).toBe(0);
  return { id, link: await served.inbox.signInLink(person("anna", { authTime: noon })), page };
}

const serve = (): Promise<ServedInbox> =>
  serveInbox({ tools: [tool({ ...criticalRisk, stepUpAuth: { kind: "always", maxAgeMs: 300_000 } })] });

it.each(["a whole link", "its end"])(
  "whoever has a link that does not open finds the field, and pastes %s",
  async (what) => {
    await using served = await serve();
    const { id, link, page } = await stale(served);
    await page.getByRole("link", { name: "paste it" }).click();
    await page
      .getByLabel(/paste it here/)
      .fill(what === "its end" ? new URL(link).hash.slice(1) : ` ${link} `);
    await page.getByRole("button", { name: again }).click();
    await page.waitForURL(`${served.url}/${id}`);
    await page.getByRole("button", { name: "Approve this one call" }).waitFor();
    expect(await page.getByRole("link", { name: "paste it" }).count()).toBe(0);
  },
);

it("a new link that is opened leads back to the call, and one press signs in with it", async () => {
  await using served = await serve();
  const { id, link, page } = await stale(served);
  const other = await page.context().newPage();
  await other.goto(link);
  await other.getByText("it needs a log-in of the last 5 minutes").waitFor();
  await other.getByRole("heading", { name: "You opened a new sign-in link" }).waitFor();
  expect(await other.locator("input:visible, .refused").count()).toBe(0);
  const button = other.getByRole("button", { name: again });
  expect(await button.getAttribute("class")).toBe("");
  await button.click();
  await other.waitForURL(`${served.url}/${id}`);
  await other.getByRole("button", { name: "Approve this one call" }).waitFor();
});

it("without such a call, a link that is opened keeps whoever is signed in as the first choice", async () => {
  await using served = await serve();
  const { link, page } = await stale(served);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL(`${served.url}/sign-in`);
  await page.goto(await served.inbox.signInLink(annaHerself));
  await page.getByRole("heading", { name: "Approvals", level: 1 }).waitFor();
  await page.goto(link);
  await page.getByRole("link", { name: "Go on as you are signed in" }).waitFor();
  expect(await page.getByRole("button", { name: again }).getAttribute("class")).toBe("plain");
});
