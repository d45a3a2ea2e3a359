import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import {
  colours,
  type Page,
  problemsOf,
  type ServedSite,
  serveFolder,
  useBrowser,
  widthProblemsOf,
} from "@proviso/browser";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

const app = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

/** The built site: `turbo run test` builds it first. */
let site: ServedSite;
const browser = useBrowser();

beforeAll(async () => {
  site = await serveFolder(join(app, "dist"));
});
afterAll(() => site.close());

interface Opened {
  readonly page: Page;
  /** What the browser complained about. */
  readonly complaints: readonly string[];
  readonly requests: readonly string[];
}

async function open(fragment = "", options: { readonly javaScriptEnabled?: boolean } = {}): Promise<Opened> {
  const context = await browser().newContext({ viewport: { width: 1280, height: 900 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  context.on("request", (request) => requests.push(request.url()));
  await page.goto(`${site.url}playground/${fragment}`);
  return { page, complaints, requests };
}

const status = (page: Page) => page.locator("proviso-playground [role=status]");
const compiled = (page: Page, found: string): Promise<void> =>
  status(page)
    .filter({ hasText: new RegExp(`^${found}.*Compiled in this page`) })
    .waitFor();
const example = (name: string): Promise<string> =>
  readFile(join(app, `src/playground/examples/${name}.yaml`), "utf8");
const toolSelect = (page: Page) => page.locator("select[name=tool]");
const area = (page: Page) => page.getByLabel("Contract, in YAML");

/** As pasted: the driver's `fill` takes long for thousands of lines. */
const setText = (page: Page, text: string): Promise<void> =>
  area(page).evaluate((each, value) => {
    (each as HTMLTextAreaElement).value = value;
    each.dispatchEvent(new Event("input"));
  }, text);

/** What a tab shows: path to text. */
async function filesIn(page: Page, tab: string): Promise<Readonly<Record<string, string>>> {
  await page.getByRole("tab", { name: tab, exact: true }).click();
  const figures = page.locator("section:not([data-hidden]) figure");
  const found = await figures.evaluateAll((all) =>
    all.map((each) => [
      each.querySelector("code")?.textContent ?? "",
      each.querySelector("pre")?.textContent ?? "",
    ]),
  );
  return Object.fromEntries(found);
}

/** What `proviso generate` writes for a contract: path, without `out/`, to text. */
async function generated(text: string): Promise<(path: string) => Promise<string>> {
  const folder = await mkdtemp(join(tmpdir(), "proviso-playground-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const outputs = ["server", "client", "schemas", "docs"].map((name) => `${name}: out/${name}`);
  const config = [
    "proviso: 1",
    "product: playground",
    "contracts: [contracts/*.yaml]",
    `outputs: { ${outputs.join(", ")} }`,
    "handlers: out/handlers",
    "layout: folders",
    "importExtension: js",
    "",
  ].join("\n");
  for (const [path, written] of [
    ["proviso.yaml", config],
    ["contracts/contract.yaml", text],
  ] as const) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), written);
  }
  await run(process.execPath, [join(app, "node_modules/proviso/bin/proviso.js"), "generate"], {
    cwd: folder,
  });
  return (path) => readFile(join(folder, "out", path), "utf8");
}

describe("the playground", () => {
  it("shows findings with place, hint and a link to the page of each, while somebody types", async () => {
    const { page, complaints } = await open();
    await compiled(page, "3 info");
    await area(page).fill((await example("orders")).replace("orderId: orderId", "orderId: orderID"));
    await compiled(page, "1 error");
    const [finding] = await page.locator(".findings li").allInnerTexts();
    expect(finding).toMatch(
      /^error\s+type\/unknown-type\s+line \d+, column \d+\s+there is no type orderID\s+Hint: did you mean orderId/s,
    );
    expect(await page.locator(".lines .error").allTextContents()).toEqual([
      "    inputSchema: { orderId: orderID }",
    ]);
    const place = page.getByRole("button", { name: /^line \d+, column \d+$/ });
    await place.first().click();
    const selected = await area(page).evaluate((each) => {
      const { value, selectionStart, selectionEnd } = each as HTMLTextAreaElement;
      return value.slice(selectionStart, selectionEnd);
    });
    expect(selected).toBe("orderID");
    await page.locator(".findings a").first().click();
    await page.waitForURL("**/diagnostics/type/unknown-type/");
    expect(complaints).toEqual([]);
  });

  it("marks the line of a warning otherwise than that of an error", async () => {
    const { page } = await open();
    await compiled(page, "3 info");
    await area(page).fill((await example("orders")).replace(/: Returns what .*/, ": Reads."));
    await compiled(page, "1 warning, 3 info");
    const [line] = await page
      .locator(".lines :is(.error, .warning)")
      .evaluateAll((all) => all.map((each) => [each.className, each.textContent]));
    expect(line).toEqual(["warning", "    description: Reads."]);
  });

  it("lists errors before what comes first in the contract", async () => {
    const { page } = await open();
    await compiled(page, "3 info");
    const text = await example("orders");
    await area(page).fill(`${text.trimEnd()}\n    colour: red\n`);
    // A tool with an error is not checked further: its info is missing.
    await compiled(page, "1 error, 2 info");
    expect(await page.locator(".findings strong").allTextContents()).toEqual(["error", "info", "info"]);
  });

  it.each([390, 1280])("wraps long lines, with each number beside its line: %d", async (width) => {
    const { page } = await open();
    await page.setViewportSize({ width, height: 900 });
    await compiled(page, "3 info");
    await area(page).fill(`# ${"a long line ".repeat(40)}\n\n${"# end\n".repeat(60)}`);
    const heights = await page.locator(".editor").evaluate((editor) =>
      [...editor.querySelectorAll("textarea, .lines")].map(({ scrollHeight, scrollWidth, clientWidth }) => ({
        scrollHeight,
        isCut: scrollWidth > clientWidth,
      })),
    );
    expect(heights[0]).toEqual(heights[1]);
    expect(heights[0]?.isCut).toBe(false);
    const [first, second] = await page
      .locator(".lines > div")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
    expect(first).toBeGreaterThan((second ?? 0) * 4);
  });

  it.each(["orders", "mailbox"])("generates what `proviso generate` writes: %s", async (name) => {
    const text = await example(name);
    const fileOf = await generated(text);
    const { page } = await open();
    await compiled(page, "3 info");
    await page.getByLabel("Example").selectOption(name);
    await compiled(page, name === "orders" ? "3 info" : "1 info");
    const tools = await toolSelect(page).locator("option").allTextContents();
    const shown: Record<string, string> = {};
    for (const tool of tools) {
      await toolSelect(page).selectOption(tool);
      for (const tab of ["Types", "Server", "Client", "JSON Schema", "Page"])
        Object.assign(shown, await filesIn(page, tab));
    }
    const written = await Promise.all(
      Object.keys(shown).map(async (path) => [path, await fileOf(path)] as const),
    );
    expect(shown).toEqual(Object.fromEntries(written));
    expect(Object.keys(shown)).toHaveLength(4 + 2 * tools.length);
  });

  it("shows a tool as an MCP server lists it, with its plan", async () => {
    const { page } = await open();
    await compiled(page, "3 info");
    await toolSelect(page).selectOption("orders.refund");
    const { "tools/list": text = "" } = await filesIn(page, "MCP");
    expect(JSON.parse(text)).toMatchObject([
      {
        name: "orders_refund",
        annotations: { destructiveHint: true },
        _meta: { "dev.proviso/contract": {} },
      },
      { name: "orders_refund_plan", annotations: { readOnlyHint: true } },
    ]);
  });

  it("requests nothing once it is loaded", async () => {
    const { page, requests } = await open();
    await compiled(page, "3 info");
    await page.waitForLoadState("networkidle");
    const before = requests.length;
    await page.context().setOffline(true);
    for (const name of ["mailbox", "mistakes", "orders"]) {
      await page.getByLabel("Example").selectOption(name);
      await compiled(page, { mailbox: "1 info", mistakes: "2 errors", orders: "3 info" }[name] ?? "");
      for (const tab of ["Types", "Server", "Client", "JSON Schema", "MCP", "Page"]) await filesIn(page, tab);
    }
    expect(requests.slice(before)).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(site.url) && !url.startsWith("data:"))).toEqual([]);
  });

  it("runs where the site lets the page make no code from text, and neither page nor worker connect anywhere", async () => {
    const context = await browser().newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const violations: string[] = [];
    page.on("console", (message) => message.type() === "error" && violations.push(message.text()));
    await context.route("**/*", async (route) => {
      const response = await route.fetch();
      // Examples in contracts are checked by Ajv, which compiles schemas to code.
      const policy = route.request().url().includes("playground-worker")
        ? "default-src 'none'; script-src 'self' 'unsafe-eval'"
        : "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'";
      await route.fulfill({
        response,
        headers: { ...response.headers(), "content-security-policy": policy },
      });
    });
    await page.goto(`${site.url}playground/`);
    await page.getByLabel("Example").selectOption("mailbox");
    await compiled(page, "1 info");
    const violated = [...violations];
    const refused = await page.evaluate(() =>
      fetch("/").then(
        () => "sent",
        () => "refused",
      ),
    );
    expect([refused, violated]).toEqual(["refused", []]);
  });

  it("keeps the contract in the address, so that a link shares it", async () => {
    const { page } = await open();
    await compiled(page, "3 info");
    const text = "proviso: 1\ndomain: été\n# ✓ and <b>bold</b>\n";
    await area(page).fill(text);
    await page.waitForFunction(() => location.hash.startsWith("#c="));
    const { page: other } = await open(await page.evaluate(() => location.hash));
    await other.waitForFunction((expected) => document.querySelector("textarea")?.value === expected, text);
    await other.reload();
    await other.waitForFunction((expected) => document.querySelector("textarea")?.value === expected, text);
    expect(await area(other).inputValue()).toBe(text);
  });

  it.each([
    ["cut off", "#c=S86vUihJ"],
    ["no base64", "#c=%00<script>"],
    ["a bomb", async () => `#c=${await bomb()}`],
  ])("says that a link is damaged, and shows an example: %s", async (_name, fragment) => {
    const { page, complaints } = await open(typeof fragment === "string" ? fragment : await fragment());
    await page.getByRole("alert").filter({ hasText: "cannot be read" }).waitFor();
    await compiled(page, "3 info");
    expect(complaints).toEqual([]);
  });

  it("ends a compilation that takes too long, and goes on with the next text", async () => {
    const { page } = await open();
    await compiled(page, "3 info");
    const root = page.locator("proviso-playground");
    await root.evaluate((each) => each.setAttribute("data-time-limit", "1"));
    const many = Array.from(
      { length: 500 },
      (_, index) => `  t${index}: { type: string, pattern: "^(a+)+${index}$" }`,
    );
    await setText(page, `proviso: 1\ndomain: many\ntypes:\n${many.join("\n")}\n`);
    await status(page).filter({ hasText: "Stopped: compiling took longer than 0.001 seconds." }).waitFor();
    await root.evaluate((each) => each.setAttribute("data-time-limit", "60000"));
    await area(page).fill(await example("orders"));
    await compiled(page, "3 info");
    expect(await toolSelect(page).inputValue()).toBe("orders.get");
  });

  it("answers while a text is compiled: the page is never blocked", async () => {
    const { page } = await open();
    await compiled(page, "3 info");
    await page
      .locator("proviso-playground")
      .evaluate((each) => each.setAttribute("data-time-limit", "60000"));
    const many = Array.from({ length: 1500 }, (_, index) => `  t${index}: { a: string, b: "t${index}[]" }`);
    await setText(page, `proviso: 1\ndomain: many\ntypes:\n${many.join("\n")}\n`);
    await area(page).fill("proviso: 1\n");
    await status(page)
      .filter({ hasText: /^\d+ errors?\. Compiled/ })
      .waitFor();
    expect(await page.locator(".findings li").count()).toBeLessThan(10);
  });

  it("shows hostile text as text", async () => {
    const { page, complaints, requests } = await open();
    await compiled(page, "3 info");
    const evil = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
    await area(page).fill(
      (await example("orders"))
        .replace("title: Refund an order", `title: '${evil.replaceAll("'", "''")}'`)
        .replace("description: What customers", `${JSON.stringify(evil)}: 1\ndescription: What customers`),
    );
    await status(page).filter({ hasText: /error/ }).waitFor();
    await area(page).fill(
      (await example("orders")).replace("title: Refund", `title: ${JSON.stringify(evil)}\n    x: Refund`),
    );
    await area(page).fill((await example("orders")).replace("Refund an order", evil));
    await compiled(page, "3 info");
    for (const tab of ["Types", "Server", "Client", "JSON Schema", "MCP", "Page"]) await filesIn(page, tab);
    expect(
      await page.locator("proviso-playground :is(img, script:not([type='application/json']))").count(),
    ).toBe(0);
    expect(await page.title()).not.toContain("owned");
    expect([complaints, requests.filter((url) => url.endsWith("/x"))]).toEqual([[], []]);
  });

  it("works with the keyboard alone", async () => {
    const { page } = await open();
    await compiled(page, "3 info");
    await page.getByLabel("Example").focus();
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("tab");
    await page.keyboard.press("ArrowRight");
    const chosen = page.locator("[role=tab][aria-selected=true]");
    expect([
      await chosen.textContent(),
      await chosen.evaluate((each) => each === document.activeElement),
    ]).toEqual(["Types", true]);
  });

  it("copies a file, and a link to the contract", async () => {
    const { page } = await open();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await compiled(page, "3 info");
    const { "schemas/orders.ts": text } = await filesIn(page, "Types");
    await page.getByRole("button", { name: "Copy schemas/orders.ts" }).click();
    await page.getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.waitForFunction(async () =>
      (await navigator.clipboard.readText()).includes("/playground/#c="),
    );
  });

  it("says what it would show where no script runs", async () => {
    const { page } = await open("", { javaScriptEnabled: false });
    expect(await page.locator("main").innerText()).toContain(
      "With JavaScript, this page shows what the compiler says",
    );
    expect(await area(page).inputValue()).toContain("domain: orders");
  });

  it.each([
    ["light", [390, 820, 1280, 1700], {}],
    ["dark", [390, 1280], colours],
  ] as const)("is for everybody, and fits phones, tablets and desks: %s", async (scheme, widths, rules) => {
    const { page } = await open();
    await page.emulateMedia({ colorScheme: scheme });
    const problems: unknown[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      for (const name of ["mistakes", "orders"]) {
        await page.getByLabel("Example").selectOption(name);
        await compiled(page, name === "orders" ? "3 info" : "2 errors");
        for (const tab of name === "orders" ? ["Types", "MCP", "Page"] : ["Findings", "Types"]) {
          await filesIn(page, tab);
          const isPhoneOrDesk = width === 390 || width === 1280;
          const found = await (isPhoneOrDesk ? problemsOf(page, "main", rules) : widthProblemsOf(page));
          problems.push(...found.map((each) => [width, name, tab, each]));
        }
      }
    }
    expect(problems).toEqual([]);
  });
});

/** Sixty megabytes of one letter, in a link of sixty kilobytes. */
async function bomb(): Promise<string> {
  const deflated = new Blob(["a".repeat(60_000_000)])
    .stream()
    .pipeThrough(new CompressionStream("deflate-raw"));
  return Buffer.from(await new Response(deflated).arrayBuffer()).toString("base64url");
}
