// Until the first release, whoever comes to a page by a search and copies `npm install` gets a 404.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const folder = new URL("../src/content/docs/", import.meta.url);
const needsNpm =
  /npm create proviso|npm install [^`\n]*proviso|npx (?:-\S+ |--\S+ |-p \S+ )*@?proviso|^(?:RUN )?npm ci$/m;
/** A command to copy, such as `proviso approvals list FOLDER`. */
const bareCommand = /^```sh[^\n]*\n(?:(?!```).*\n)*?proviso /m;
/** These say it in words of their own. */
const inOtherWords = new Set(["index.mdx", "your-own-project.mdx", "review-in-ci.mdx"]);

it("every page with a command that needs npm says in the same words what works until the first release", () => {
  const pages = readdirSync(folder).map(
    (name) => [name, readFileSync(new URL(name, folder), "utf8")] as const,
  );
  const needing = pages.filter(
    ([name, text]) => (needsNpm.test(text) || bareCommand.test(text)) && !inOtherWords.has(name),
  );
  expect(needing.length).toBeGreaterThan(10);
  expect(needing.filter(([, text]) => !text.includes("\n<NotOnNpm />\n")).map(([name]) => name)).toEqual([]);
  for (const name of inOtherWords)
    expect(pages.find(([each]) => each === name)?.[1]).toMatch(/not on npm yet/i);
});
