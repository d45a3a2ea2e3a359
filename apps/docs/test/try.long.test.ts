import { fileURLToPath } from "node:url";
import { type Page, problemsOf, type ServedSite, serveFolder, useBrowser } from "@proviso/browser";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

/** The built site: `turbo run test` builds it first. */
let site: ServedSite;
const browser = useBrowser();

beforeAll(async () => {
  site = await serveFolder(fileURLToPath(new URL("../dist/", import.meta.url)));
});
afterAll(() => site.close());

interface Opened {
  readonly page: Page;
  /** What the browser complained about. */
  readonly complaints: readonly string[];
  /** What the page loaded. */
  readonly loaded: readonly string[];
}

async function open(
  tool: string,
  options: { readonly javaScriptEnabled?: boolean; readonly width?: number } = {},
): Promise<Opened> {
  const { width = 1280, ...more } = options;
  const context = await browser().newContext({
    viewport: { width, height: 900 },
    reducedMotion: "reduce",
    ...more,
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  const loaded: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("request", (request) => loaded.push(request.url().slice(site.url.length)));
  await page.goto(`${site.url}tools/${tool}/`);
  return { page, complaints, loaded };
}

const offer = (page: Page) => page.locator("try-call summary");
const attempt = (page: Page): Promise<void> => page.getByRole("button", { name: "Try", exact: true }).click();
const status = (page: Page) => page.locator(".try-panel [role=status]");
const lit = (page: Page, state: string): Promise<readonly string[]> =>
  page.locator(`.call-picture g.${state} text:first-of-type`).allTextContents();

describe("trying a call on a tool's page", () => {
  it("says which stage answers, with the words that a client gets, and lights the picture", async () => {
    const { page, complaints, loaded } = await open("customers/delete");
    const before = loaded.length;
    await page.getByRole("link", { name: "Try a call" }).click();
    await page.locator(".try-panel").waitFor();
    // The contract and the stages come only now.
    expect(loaded.slice(before)).toContain("tools/customers/delete/try.json");
    expect(loaded.slice(before).filter((path) => path.endsWith(".js")).length).toBeGreaterThan(1);

    await page.getByLabel("customers:delete").uncheck();
    await attempt(page);
    await expect
      .poll(() => status(page).textContent())
      .toMatch(/^Refused: permission_denied. Stopped at the stage authorize \(may this caller/);
    expect(await page.locator(".try-panel pre").textContent()).toBe("The caller lacks customers:delete.");
    expect(await page.locator(".stages .passed b").allTextContents()).toEqual([
      "audit",
      "admit",
      "validate",
      "refine",
    ]);
    expect(await lit(page, "answered")).toEqual(["checks"]);
    expect(await page.locator(".call-steps .answered.bad").count()).toBe(2);

    await page.getByLabel("customers:delete").check();
    await attempt(page);
    await expect
      .poll(() => status(page).textContent())
      .toMatch(/^A person is asked. Stopped at the stage confirm/);
    expect(await lit(page, "answered")).toEqual(["asks, showing everything"]);
    const asked = await page.locator(".try-panel pre").textContent();
    // Nobody approves what is out of sight.
    const hidden = (box: Element): number => box.scrollHeight - box.clientHeight;
    expect(await page.locator(".try-panel pre").evaluate(hidden)).toBe(0);
    const result = page.locator(".call-picture [data-step]").last();
    expect(await result.evaluate((mark) => getComputedStyle(mark).opacity)).toBe("0.35");
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByText("Type the phrase: ").waitFor();
    await page.getByLabel(/^To approve/).fill(/type: (.+)$/m.exec(asked ?? "")?.[1] ?? "");
    await page.getByRole("button", { name: "Approve" }).click();
    await expect.poll(() => status(page).textContent()).toMatch(/^Completed. Reached the stage execute/);
    expect(await page.locator(".try-panel .note").first().textContent()).toMatch(
      /on this page it does nothing/,
    );
    expect(await lit(page, "answered")).toEqual(["erases, overwrites"]);
    expect(await page.locator(".call-steps .bad").count()).toBe(0);

    await attempt(page);
    await expect.poll(() => status(page).textContent()).toMatch(/^Already done. Stopped at the stage replay/);
    expect(await lit(page, "answered")).toEqual(["repeated: first outcome"]);
    expect(complaints).toEqual([]);
  });

  it("shows a mistake in the arguments, and where it is; and starts over", async () => {
    const { page } = await open("customers/get");
    await offer(page).click();
    const text = page.getByLabel("Arguments, as JSON");
    await attempt(page);
    await expect.poll(() => status(page).textContent()).toMatch(/^Completed/);
    await page.getByRole("button", { name: "Without the permissions" }).click();
    await expect.poll(() => status(page).textContent()).toMatch(/^Refused: permission_denied/);
    await page.getByRole("button", { name: "With a wrong argument" }).click();
    await expect.poll(() => status(page).textContent()).toMatch(/^Refused: invalid_input/);
    await text.fill("{");
    await attempt(page);
    await expect.poll(() => status(page).textContent()).toMatch(/^Not tried: Arguments are a JSON object/);
    expect(await page.locator(".stages li, .try-panel .note").count()).toBe(0);
    await page.getByRole("button", { name: "A good call" }).click();
    await expect.poll(() => status(page).textContent()).toMatch(/^Completed/);
    await text.fill("{");
    await attempt(page);
    await expect.poll(() => status(page).textContent()).toMatch(/^Not tried/);
    expect(await text.evaluate((area) => (area as HTMLTextAreaElement).validationMessage)).toMatch(
      /JSON object/,
    );
    await text.fill('{ "customerId": 7 }');
    await attempt(page);
    await expect
      .poll(() => status(page).textContent())
      .toMatch(/^Refused: invalid_input. Stopped at the stage validate/);
    expect(await page.locator(".try-panel pre").textContent()).toContain("customerId");
    expect(await lit(page, "answered")).toEqual(["checks"]);
    await page.getByRole("button", { name: "Start over" }).click();
    expect([await status(page).isVisible(), await lit(page, "passed")]).toEqual([false, []]);
    await offer(page).click();
    await page.locator(".tool-page > .call-steps").waitFor();
  });

  it("makes the dry run that a contract demands before the call, and says what is missing without it", async () => {
    const { page } = await open("collections/run_dunning");
    await offer(page).click();
    const role = page.getByLabel("Role");
    await page.getByRole("button", { name: "A dry run, then the call" }).click();
    await expect.poll(() => status(page).textContent()).toMatch(/^A person is asked/);
    await expect
      .poll(() => status(page).evaluate((said) => said.getBoundingClientRect().top))
      .toBeLessThan(900);
    expect(await role.inputValue()).toBe("a role with every permission needed");
    await page.getByRole("button", { name: "Without a dry run" }).click();
    await expect.poll(() => status(page).textContent()).toMatch(/^Refused: dry_run_required/);
    await page.getByRole("button", { name: "With an old log-in" }).click();
    await expect.poll(() => status(page).textContent()).toMatch(/Stopped at the stage step-up/);
    await page.getByRole("button", { name: "Without the permissions" }).click();
    await expect.poll(() => status(page).textContent()).toMatch(/^Refused: permission_denied/);
    expect(await role.inputValue()).toBe("no role: what is ticked below");
  });

  it.each(["payments/execute", "orders/refund", "customers/get"])(
    "is in sight with its buttons on a desktop when the link to it is followed, with the steps below: %s",
    async (tool) => {
      const { page } = await open(tool);
      const place = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => element.getBoundingClientRect().top);
      const isInSight = async () => {
        await page.locator(".try-panel").waitFor();
        await expect.poll(() => place("try-call summary")).toBeGreaterThan(0);
        expect(await place(".try-panel button")).toBeLessThan(900);
      };
      await page.getByRole("link", { name: "Try a call" }).click();
      await isInSight();
      await page.reload();
      await isInSight();
      expect(await place("#what-happens-in-a-call")).toBeGreaterThan(await place(".try-panel"));
    },
  );

  it("offers the call for which alone an old log-in is refused", async () => {
    const { page } = await open("orders/refund");
    await offer(page).click();
    const name = "With an old log-in, if amount.cents is more than 50000";
    await page.getByRole("button", { name }).click();
    await expect.poll(() => status(page).textContent()).toMatch(/Stopped at the stage step-up/);
    expect(await page.getByLabel("Arguments, as JSON").inputValue()).toContain('"cents": 50001');
    await page.getByRole("button", { name: "A good call" }).click();
    await expect.poll(() => status(page).textContent()).toMatch(/^A person is asked/);
    expect(await page.locator(".try-panel .note").first().textContent()).toBe(
      "On this page the user that the agent acts for approves. Of the plan, only what the server says is here: no handler runs to say what it would do.",
    );
    await page.getByLabel("Caller").selectOption("user");
    await attempt(page);
    await expect
      .poll(() => page.locator(".try-panel .note").first().textContent())
      .toMatch(/^On this page the user who calls approves\. Of the plan/);
  });

  it("offers the other examples of a contract, and a call with so many values that a log-in is needed", async () => {
    const { page } = await open("files/manage_link");
    await offer(page).click();
    await page.getByRole("button", { name: "Let it last two days longer" }).click();
    await expect.poll(() => status(page).textContent()).toMatch(/^A person is asked/);
    await page.getByText("The label that holds for this call: all other calls.").waitFor();
    // What only another branch does is not lit.
    await page.getByRole("button", { name: "Revoke it" }).click();
    await expect.poll(() => status(page).textContent()).toMatch(/^Completed/);
    await page.getByText("The label that holds for this call: if action is revoke.").waitFor();
    const answered = page.locator(".call-picture g.answered text");
    expect((await answered.allTextContents()).join("")).toBe("updates");
    await page.getByRole("button", { name: "Start over" }).click();
    const runs = page.locator(".call-picture [data-step=execute] text");
    expect(await runs.allTextContents()).toEqual(["grants access, updates", "or less"]);
    const { page: mail } = await open("emails/send_external");
    await offer(mail).click();
    await mail.getByRole("button", { name: 'With an old log-in, if more than 10 entries in "to"' }).click();
    await expect.poll(() => status(mail).textContent()).toMatch(/Stopped at the stage step-up/);
  });

  it("begins with a person's call where only people may call, and an agent's is unknown", async () => {
    const { page } = await open("secrets/read_private_key");
    await offer(page).click();
    await page.getByRole("button", { name: "A good call" }).click();
    await expect.poll(() => status(page).textContent()).toMatch(/^A person is asked/);
    expect(await page.locator(".try-panel .note").first().textContent()).toBe(
      "On this page the user who calls approves.",
    );
    await page.getByRole("button", { name: "With an old log-in" }).click();
    await expect.poll(() => status(page).textContent()).toMatch(/Stopped at the stage step-up/);
    await page.getByRole("button", { name: "By an agent" }).click();
    await expect.poll(() => status(page).textContent()).toMatch(/^Refused. Stopped at the stage admit/);
  });

  it("tries a forbidden tool, which is unknown", async () => {
    const { page } = await open("secrets/read_password");
    await offer(page).click();
    await attempt(page);
    await expect.poll(() => status(page).textContent()).toMatch(/^Refused. Stopped at the stage admit/);
    expect(await page.locator(".try-panel pre").textContent()).toBe("Unknown tool: secrets.read_password");
  });

  it.each(["light", "dark"])("is readable on a phone, by keyboard, in the %s theme", async (theme) => {
    const { page } = await open("rockets/launch", { width: 360 });
    await page.evaluate((name) => (document.documentElement.dataset["theme"] = name), theme);
    await offer(page).focus();
    await page.keyboard.press("Enter");
    await page.locator(".try-panel").waitFor();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BUTTON");
    await page.getByRole("button", { name: "Try", exact: true }).focus();
    await page.keyboard.press("Enter");
    await status(page).getByText("A person is asked").waitFor();
    expect(await page.locator(".call-steps li.answered").textContent()).toMatch(/asks a person/);
    expect(await problemsOf(page)).toEqual([]);
  });

  it("is not there without scripts", async () => {
    const { page } = await open("customers/delete", { javaScriptEnabled: false });
    expect(await page.locator("try-call").textContent()).toBe("");
  });
});
