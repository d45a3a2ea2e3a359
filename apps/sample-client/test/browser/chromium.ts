import { existsSync } from "node:fs";

const usual = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Throws, with what to install, where there is none: this test never passes for lack of a browser. */
export function findChromium(given: string | undefined = process.env["CHROMIUM"]): string {
  const found = (given === undefined ? usual : [given]).find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(
      "the test in a browser needs Chromium or Chrome, and found none: `apt-get install --no-install-recommends chromium`, or say where it is, as CHROMIUM=/path/to/chromium",
    );
  return found;
}
