import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { phoneColumns, shortDemo } from "./short-demo.ts";
import { linesOfSvg, terminalSvg, type Theme } from "./terminal-svg.ts";

const demo = fileURLToPath(new URL("../../../apps/sample-client/dist/demo/main.js", import.meta.url));

/** What `npm run demo -- --short` prints, with its colours. */
export async function demoText(): Promise<string> {
  const { NO_COLOR: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [demo, "--short"], {
    env: { ...env, FORCE_COLOR: "1" },
  });
  return `$ npm run demo -- --short\n\n${stdout}`;
}

export const themes: Readonly<Record<"light" | "dark", Theme>> = {
  light: {
    back: "#ffffff",
    text: "#1f2328",
    dim: "#656d76",
    red: "#c5221f",
    green: "#116329",
    yellow: "#8a4600",
    cyan: "#0b6a86",
  },
  dark: {
    back: "#0d1117",
    text: "#e6edf3",
    dim: "#9198a1",
    red: "#ff8e87",
    green: "#57d376",
    yellow: "#e3b341",
    cyan: "#6cc4e8",
  },
};

/** The demo as an animated picture. */
export function demoSvg(text: string, theme: Theme): string {
  return terminalSvg(
    {
      text,
      title: "The demo of Proviso in a terminal",
      description:
        "An agent lists customers unasked. A forbidden tool is answered like an unknown one. To delete a customer a person is asked, who sees what it does, and says no; then the person types the phrase, and it runs once. A refund whose answer is lost is sent again and paid once.",
      isPart: /^\d+\. /,
      still: /The rest of the plan/,
      columns: 80,
      rows: 30,
    },
    theme,
  );
}

/** Four calls of the demo on one still picture that a phone can show. */
export function callsSvg(text: string, theme: Theme): string {
  const calls = shortDemo(text);
  return terminalSvg(
    {
      text: calls,
      title: "Four calls",
      description:
        "A call of a forbidden tool is refused. A deletion asks a person, who says no, and nothing changes. The same call, approved by a typed phrase, runs. A refund is sent twice and paid once.",
      isPart: /^\d+\. /,
      still: /^/,
      columns: phoneColumns,
      rows: calls.split("\n").length,
    },
    theme,
  );
}

/** The pictures that are made from what the demo prints: `assets/NAME-THEME.svg`. */
export const recordings = { demo: demoSvg, calls: callsSvg } as const;

/** The words of a recording. Times and ids differ from run to run. */
export function wordsOf(svg: string): readonly string[] {
  return linesOfSvg(svg).map((line) =>
    line
      .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]*(?:Z| UTC|…)?/g, "(time)")
      .replaceAll(/_[0-9a-f]{16}\b/g, "_(id)"),
  );
}
