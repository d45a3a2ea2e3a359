import { colours, problemsOf, useBrowser, type Page } from "@proviso/browser";
import { expect, onTestFinished, test } from "vitest";
import { htmlFormat } from "../../src/report/html.ts";
import { junitFormat } from "../../src/report/junit.ts";
import { hostile, sample } from "./sample.ts";

const browser = useBrowser();

async function opened(text: string): Promise<Page> {
  const context = await browser().newContext({ viewport: { width: 320, height: 700 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.setContent(text);
  return page;
}

test("the page says each verdict in words, fits 320 pixels, and is readable in both themes", async () => {
  const page = await opened(htmlFormat.print(sample, "traces/"));
  expect(await page.locator("li > strong").allTextContents()).toEqual([
    "survived 1 trial",
    "refuted",
    "unobservable",
  ]);
  expect(await page.locator("li.refuted").innerText()).toContain(
    "proviso verify --replay traces/reads-only.read_note.json",
  );
  expect(await problemsOf(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await problemsOf(page, "html", colours)).toEqual([]);
});

test("the words of a server stay text, and the page runs no script", async () => {
  const page = await opened(htmlFormat.print(sample, "traces/"));
  expect(await page.locator("script, img").count()).toBe(0);
  expect(await page.locator("h1").textContent()).toContain(hostile.replace("\u001b", "\\u{1b}"));
  const withScript = htmlFormat
    .print(sample, "")
    .replace("</main>", "<script>globalThis.ran = 1</script></main>");
  const other = await opened(withScript);
  expect(await other.locator("script").count()).toBe(1);
  expect(await other.evaluate("'ran' in globalThis")).toBe(false);
});

/** In the page: the attributes of the root, how many elements there are, and what the failure says. */
const readXml = `(xml) => {
  const root = new DOMParser().parseFromString(xml, "text/xml").documentElement;
  const names = ["testsuite", "testcase", "failure", "skipped", "parsererror"];
  return {
    ...Object.fromEntries([...root.attributes].map(({ name, value }) => [name, value])),
    found: names.map((name) => root.getElementsByTagName(name).length),
    failure: root.getElementsByTagName("failure")[0]?.getAttribute("message"),
  };
}`;

test("JUnit is XML whose counts are those of its cases", async () => {
  const page = await opened("");
  const xml = JSON.stringify(junitFormat.print(sample, ""));
  expect(await page.evaluate(`(${readXml})(${xml})`)).toEqual({
    name: "proviso verify",
    tests: "3",
    failures: "1",
    skipped: "1",
    errors: "0",
    found: [2, 3, 1, 1, 0],
    failure: `a file was added: ${hostile.replace("\u001b", "\\u{1b}")}`,
  });
});
