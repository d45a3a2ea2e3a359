import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Page, serveFolder, type ServedSite, useBrowser } from "@proviso/browser";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hostile, hostileContract, quoted } from "./hostile-contract.ts";

const own = fileURLToPath(new URL("..", import.meta.url));
const proviso = join(own, "node_modules/proviso/bin/proviso.js");

const image = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><circle r="4"/></svg>\n';
const files = {
  "pages/guides/help.md": `---\ntitle: Getting help\n---\n\nSee [removing](/tools/notes/remove/) and [the rest](../more.md).\n\n![The plan](plan.svg)\n`,
  "pages/guides/plan.svg": image,
  "contracts/mail.yaml": hostileContract,
  "public/site/.proviso-site": "",
  "public/site/old.html": "",
  "pages/more.md": "---\ntitle: More\n---\n\nBack to [help](guides/help.md).\n",
  "assets/logo.svg": image,
  "holders.yaml": `${quoted}: [mail:send]\nmia: []\n`,
  "use.json": readFileSync(new URL("sample-use.json", import.meta.url), "utf8"),
  "ledger.json": JSON.stringify({
    gateway: "notes",
    clauses: [
      { tool: "rm", contract: "notes.remove", clause: "timeout", holding: "enforced", reason: hostile },
    ],
  }),
  "verify.json": JSON.stringify({
    format: 1,
    startedAt: "2026-11-27T08:00:00.000Z",
    results: [
      {
        clause: "list-after-restart",
        claim: { text: "of the server" },
        verdict: { kind: "survived", trials: 1 },
      },
      tried("reads-only", { kind: "survived", trials: 20 }),
      tried("dry-run", { kind: "refuted", trace: { observed: hostile } }),
      tried("audited", { kind: "unobservable", missing: "--audit FILE" }),
      tried("confirmation", {
        kind: "unobservable",
        missing: "a call that shows it; of 3 none did: rate_limit_exceeded",
      }),
    ],
  }),
};

/** One result of a report about `notes.remove`. */
function tried(clause: string, verdict: object): object {
  return { clause, tool: "notes_remove", claim: { text: hostile }, verdict };
}

/** Not that of the settings. */
const base = "/about/shop/";
let root: string;
let site: string;

/** The other variables of the test's own process would make it a build for development. */
const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
const env = { PATH, NODE_COMPILE_CACHE, CI: "true" };

async function run(...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [proviso, ...words], { cwd: root, env });
  return stdout;
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  const file = join(root, path);
  await writeFile(file, change(await readFile(file, "utf8")));
}

/** The starter project, with settings, pages and hostile words of its own. */
beforeAll(async () => {
  // Not in the temp folder: Astro wants a folder above both the project and its packages.
  await mkdir(join(own, ".work"), { recursive: true });
  root = await realpath(await mkdtemp(join(own, ".work/")));
  await run("init", "--yes", ".");
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  await edit("contracts/notes.yaml", (text) =>
    text.replace(/description: Removes[^\n]*/, `description: ${quoted}`),
  );
  const title = JSON.stringify(hostile.slice(0, 60));
  await edit(
    "proviso.yaml",
    (text) =>
      `${text}docs: { title: ${title}, logo: assets/logo.svg, accent: "#0b6e4f", url: "https://docs.example.com", base: /shop/, pages: pages, verified: verify.json, ledger: ledger.json, used: use.json, holders: holders.yaml }\n`,
  );
  await edit("package.json", (text) => text.replace("{", '{ "repository": "github:shop/tools",'));
  await mkdir(join(root, "node_modules/@proviso"), { recursive: true });
  await symlink(own, join(root, "node_modules/@proviso/site"));
  await run("lock");
  await run("lock", "--sign-off", "notes.remove,mail.send", "--who", hostile);
  await edit("contracts/notes.yaml", (text) => text.replace("title: Remove a note", "title: Remove notes"));
  await run("docs", "build", "--out", "public/site", "--base", base);
  site = join(root, "public/site");
});
afterAll(() => rm(join(own, ".work"), { recursive: true, force: true, maxRetries: 5 }));

function pages(): readonly (readonly [path: string, html: string])[] {
  return readdirSync(site, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".html"))
    .map((path) => [path.replace(/index\.html$/, ""), readFileSync(join(site, path), "utf8")]);
}

const htmlOf = (path: string): string => readFileSync(join(site, path, "index.html"), "utf8");

describe("a built site", () => {
  it("says on a tool's page when and how each claim was tried, and on no other", () => {
    const page = htmlOf("tools/notes/remove");
    expect(page).toContain("called the tool on 2026-11-27");
    expect(page).toMatch(/<code>reads-only<\/code>: [^]*survived 20 trials</);
    expect(page).toMatch(/<code>audited<\/code>: [^]*not tested: needs --audit FILE</);
    expect(page).toMatch(/<code>confirmation<\/code>: [^]*not tested: the trial ran into a rate limit</);
    expect(page).toMatch(/How its claims were tried\. Verify: 1 refuted, 1 survived, 2 not tested/);
    expect(page).toContain("refuted: &lt;/title&gt;");
    expect(pages().filter(([, html]) => html.includes("survived 20 trials"))).toHaveLength(1);
  });
  it("says on a tool's page which clauses hold behind the gateway", () => {
    const page = htmlOf("tools/notes/remove").replaceAll(/<td[^>]*>\s*/g, "<td>");
    expect(page).toMatch(/What holds behind the gateway[^]*<td>timeout\s*<td>enforced there</);
    expect(htmlOf("tools/notes/create")).not.toContain("What holds behind the gateway");
  });
  it("says how often each tool was called and by whom, from an export of the sample's trail", () => {
    const page = htmlOf("tools/notes/create").replaceAll(/<td[^>]*>\s*/g, "<td>");
    expect(page).toMatch(/<td>2\s*<td>2026-11-21\s*<td>0\s*<td>2\s*<td>0</);
    expect(page).toMatch(/<code[^>]*>usr_mia<\/code> 2/);
    expect(htmlOf("tools/mail/send")).toContain("has no call of this tool");
    expect(
      [...htmlOf("tools").matchAll(/data-label="Calls"[^>]*>(\d+)</g)].map(([, calls]) => calls),
    ).toContain("2");
  });

  it("says on a tool's page and in a review pack who can call it, by name", () => {
    const packs = pages().filter(([path]) => path.startsWith("review/"));
    for (const html of [htmlOf("tools/mail/send"), packs.map(([, each]) => each).join("")])
      expect(html).toMatch(/Can call it: (?:<a href="[^"]*agents\/#people">)?&lt;\/title&gt;/);
    expect(htmlOf("by-permission")).toMatch(/data-label="Held by"[^>]*>&lt;\/title&gt;/);
  });

  it("says in a review pack who signed which contract, and whether that changed", () => {
    const packs = pages().filter(([path]) => path.startsWith("review/"));
    const lines = packs.flatMap(([, html]) => [...html.matchAll(/Signed off by [^]*?<\/span>/g)].map(String));
    const isChanged = lines.map((line) => line.includes("the contract changed since"));
    expect(isChanged.toSorted()).toEqual([false, true]);
  });

  it("has the pages of the tools, of the project, and those about safety", () => {
    const wanted = ["", "tools/notes/remove", "tools", "agents", "at-a-glance", "review", "guides/help"];
    expect(wanted.filter((path) => !existsSync(join(site, path, "index.html")))).toEqual([]);
    expect(htmlOf("guides/help")).toContain("Getting help</h1>");
    expect(htmlOf("guides/help")).toMatch(/<img[^>]* src="[^"]+\.svg"[^>]*>/);
    expect(htmlOf("tools/notes/remove")).toMatch(/<code[^>]*>notes.remove<\/code>/);
    expect(existsSync(join(site, "search.json"))).toBe(true);
    expect(existsSync(join(site, "llms.txt"))).toBe(true);
  });

  it("has only links that lead somewhere, all under its base, and asks no other host for anything", () => {
    const links = pages().flatMap(([path, html]) =>
      [...html.matchAll(/\s([a-z:-]+)="([^"]*)"/g)]
        .filter(([, name]) => name === "href" || name === "src")
        .map(([, , href = ""]) => [path, href] as const),
    );
    expect(links.length).toBeGreaterThan(500);
    const dead = links.filter(([path, href]) => {
      if (href.startsWith("data:")) return false;
      const url = new URL(href, `http://site.invalid${base}${path}`);
      const file = join(site, decodeURIComponent(url.pathname.slice(base.length)));
      if (/^https:\/\/(?:github\.com\/shop\/tools|docs\.example\.com)\//.test(href)) return false;
      if (url.host !== "site.invalid" || !url.pathname.startsWith(base) || !existsSync(file)) return true;
      return statSync(file).isDirectory() && !existsSync(join(file, "index.html"));
    });
    expect(dead).toEqual([]);
    expect(htmlOf("guides/help")).toContain(`href="${base}tools/notes/remove/"`);
    expect(htmlOf("guides/help")).toContain(`href="${base}more/"`);
  });

  it("leads to the sources in the repository, up to the domain, and to the Markdown of a page", () => {
    const source = "https://github.com/shop/tools/blob/HEAD/";
    expect(htmlOf("guides/help")).toContain(`href="${source}pages/guides/help.md"`);
    const [, line] =
      new RegExp(`href="${source}contracts/mail\\.yaml#L(\\d+)-L\\d+"`).exec(htmlOf("tools/mail/send")) ?? [];
    expect(hostileContract.split("\n")[Number(line) - 1]).toBe("  send:");
    expect(htmlOf("by-safety")).not.toContain("Edit page");
    const crumbs = /<nav class="breadcrumbs"[^]*?<\/nav>/.exec(htmlOf("tools/notes/remove"))?.[0] ?? "";
    expect([...crumbs.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      `${base}tools/`,
      `${base}tools/notes/`,
    ]);
    expect(htmlOf("tools/notes/remove")).toContain(`href="${base}tools/notes/remove.md"`);
    const text = readFileSync(join(site, "guides/help.md"), "utf8");
    expect(text).toContain(`[removing](${base}tools/notes/remove/) and [the rest](${base}more.md)`);
    expect(readFileSync(join(site, "llms-full.txt"), "utf8")).toContain(text);
    expect(readFileSync(join(site, "tools.md"), "utf8")).toContain(`(${base}tools/notes.md)`);
  });

  it("lists its addresses for search engines and for its page for wrong ones, and has pictures for posted links", () => {
    expect(readFileSync(join(site, "sitemap-0.xml"), "utf8")).toContain(
      `<loc>https://docs.example.com${base}tools/notes/remove/</loc>`,
    );
    const index = readFileSync(join(site, "search.json"), "utf8");
    for (const address of [`"${base}more/"`, `"${base}agents/"`]) expect(index).toContain(address);
    expect(readFileSync(join(site, "404.html"), "utf8")).toContain(`data-index="${base}search.json"`);
    const card =
      /property="og:image" content="https:\/\/docs\.example\.com([^"]+)"/.exec(htmlOf("more"))?.[1] ?? "";
    expect(card).toMatch(new RegExp(`^${base}.*page.*\\.png$`));
    expect(existsSync(join(site, card.slice(base.length)))).toBe(true);
  });

  it("shows hostile words of a contract and of the settings as text", () => {
    const shown = pages().filter(([, html]) => html.includes("globalThis.hostile"));
    expect(shown.length).toBeGreaterThan(5);
    // In a quoted attribute, only its quotes are special; between the tags of a listing, a quote is a letter.
    const quotes = /<pre><code>[^<]*<\/code>|="[^"]*"/g;
    const markup = shown.map(([path, html]) => [path, html.replaceAll(quotes, "")] as const);
    expect(
      markup.filter(([, html]) => /<script>globalThis|<img src=x/.test(html)).map(([path]) => path),
    ).toEqual([]);
    expect(htmlOf("tools/notes/remove")).toMatch(/<title>[^<]*&lt;\/title&gt;/);
  });

  it("has the logo and the colour of the project", () => {
    expect(readFileSync(join(site, "favicon.svg"), "utf8")).toBe(files["assets/logo.svg"]);
    const styles = readdirSync(join(site, "_astro")).filter((name) => name.endsWith(".css"));
    const css = styles.map((name) => readFileSync(join(site, "_astro", name), "utf8")).join("\n");
    // The hue of #0b6e4f, worked out by the build.
    expect(css).toMatch(/--sl-color-accent:\s*oklch\(52% \S+ 164\.851\)/);
  });

  it("replaces one that was built before, and nothing is written beside it", () => {
    expect(existsSync(join(site, "old.html"))).toBe(false);
    expect(readdirSync(own).filter((name) => name.startsWith(".astro"))).toEqual([]);
    expect(readdirSync(root).filter((name) => name.startsWith("."))).toEqual([".gitignore"]);
  });
});

/** Tries a call of the tool whose page is open, as it is filled in. */
async function tryCall(page: Page): Promise<void> {
  await page.locator("try-call summary").click();
  await page.getByRole("button", { name: "Try", exact: true }).click();
}

/** Opens a page, and says whether anything of the contract ran on it. */
async function ran(page: Page): Promise<boolean> {
  await page.waitForLoadState("load"); // images that fail are waited for
  return page.evaluate("'hostile' in globalThis");
}

describe("hostile text of a contract, in a browser", () => {
  const browser = useBrowser();
  let served: ServedSite;
  beforeAll(async () => {
    served = await serveFolder(site, base);
  });
  afterAll(() => served.close());

  async function open(path: string): Promise<Page> {
    const page = await browser().newPage();
    onTestFinished(() => page.close());
    await page.goto(served.url + path);
    return page;
  }

  it("stays text on every page that shows the contract", async () => {
    const page = await open("tools/mail/send/");
    const linked = (): Promise<string[]> => page.locator("a[href]").evaluateAll((links) => links.map(String));
    const hrefs = await linked();
    await page.goto(`${served.url}agents/`);
    hrefs.push(...(await linked()));
    const all = new Set(hrefs.map((href) => href.replace(/#.*/, "")));
    const generated = [...all].filter((href) => href.startsWith(served.url));
    expect(generated.length).toBeGreaterThan(20);
    const bad: string[] = [];
    for (const href of generated) {
      await page.goto(href);
      if (await ran(page)) bad.push(href);
    }
    expect(bad).toEqual([]);
  });

  it("stays text in a review pack and its file, where no cell is a formula", async () => {
    const page = await open("review/");
    expect(await ran(page)).toBe(false);
    await page.getByRole("link", { name: hostile, exact: true }).click();
    expect(await ran(page)).toBe(false);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain(hostile);
    const href = await page.getByRole("link", { name: /CSV/ }).getAttribute("href");
    const csv = await (await fetch(new URL(href ?? "", served.url))).text();
    expect(csv).toContain(hostile.replaceAll('"', '""'));
  });

  it("is the title of the page, letter for letter", async () => {
    const page = await open("tools/mail/send/");
    expect(await page.title()).toContain(hostile);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain(hostile);
    const description = page.locator('head meta[name="description"]');
    expect(await description.getAttribute("content")).toContain(hostile);
  });

  it("stays text in what is suggested for a wrong address", async () => {
    const page = await open("tools/mail/sent/");
    await page.getByRole("link", { name: hostile, exact: true }).waitFor();
    expect(await ran(page)).toBe(false);
  });

  it("stays text in the results of a search", async () => {
    const page = await open("");
    await page.locator("button[data-open-modal]").click();
    await page.locator("site-search input").fill("which tools send mail");
    await page.locator("site-search article", { hasText: "globalThis.hostile" }).first().waitFor();
    expect(await ran(page)).toBe(false);
  });

  it("stays text in the question of a call that is tried", async () => {
    const page = await open("tools/mail/send/");
    await tryCall(page);
    await page.locator(".try-panel pre", { hasText: "globalThis.hostile" }).waitFor();
    expect(await ran(page)).toBe(false);
  });
});

describe("a served site", () => {
  const browser = useBrowser();
  let served: ChildProcess;
  let url: string;

  beforeAll(async () => {
    served = spawn(process.execPath, [proviso, "docs", "serve"], {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    url = await new Promise((resolve, reject) => {
      served.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
      const lines = served.stdout && createInterface(served.stdout);
      lines?.on("line", (line) => line.startsWith("site: ") && resolve(line.slice(6)));
    });
  });

  /** Asks until the page holds the words. */
  const shows = (path: string, words: string): Promise<void> =>
    expect.poll(async () => (await fetch(url + path)).text(), { interval: 100 }).toContain(words);

  it("is on this machine only, under the base of the settings", () =>
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/shop\/$/));

  it("shows a changed contract and a changed page", async () => {
    expect(await (await fetch(`${url}tools/notes/list/`)).text()).toContain("List notes");
    await edit("contracts/notes.yaml", (text) => text.replace("title: List notes", "title: All the notes"));
    await shows("tools/notes/list/", "All the notes");
    await edit("pages/more.md", (text) => text.replace("title: More", "title: Much more"));
    await shows("more/", "Much more");
  });

  it("tries a call on a page", async () => {
    const page = await browser().newPage();
    onTestFinished(() => page.close());
    await page.goto(`${url}tools/notes/create/`);
    await tryCall(page);
    await expect.poll(() => page.locator(".try-panel strong").textContent()).toBe("Completed");
  });

  it("gives away no file of the project", async () => {
    const { origin } = new URL(url);
    const contract = `${origin}/@fs${join(root, "contracts/notes.yaml")}`;
    const other = `${origin}/shop/@fs${join(root, "package.json")}?raw`;
    for (const address of [contract, `${contract}?raw`, other])
      expect([403, 404]).toContain((await fetch(address)).status);
  });

  it("ends with 0 when it is asked to", async () => {
    const exit = once(served, "exit");
    served.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
  });
});
