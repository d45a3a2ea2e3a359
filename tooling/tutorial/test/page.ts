import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./product-copy.ts";

const folder = join(root, "apps/docs/src/content/docs");

/** The hand-written pages of the site, without their extension. */
export async function pageNames(): Promise<readonly string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith(".mdx")).map((name) => name.replace(/\.mdx$/, ""));
}

/** A block of code on a page: its language, the title above it, and its text. */
export interface CodeBlock {
  readonly language: string;
  readonly title: string;
  readonly text: string;
}

export async function codeBlocks(page: string): Promise<readonly CodeBlock[]> {
  const text = await readFile(join(folder, `${page}.mdx`), "utf8");
  return [...text.matchAll(/^( *)```(\w+)(?: title="(.*)")?\n([^]*?)^\1```$/gm)].map(
    ([, , language = "", title = "", block = ""]) => ({ language, title, text: block }),
  );
}

/** What `proviso` prints, in a folder and without colours. */
export async function proviso(words: readonly string[], cwd: string = root): Promise<string> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(root, "packages/cli/bin/proviso.js"), ...words],
      { cwd, env: { ...process.env, NO_COLOR: "1" } },
      (_error, stdout, stderr) => resolve(stderr + stdout),
    );
    child.stdin?.end();
  });
}
