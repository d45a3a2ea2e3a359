import { globSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pictures } from "../src/pictures.ts";
import { folder, maxBytes } from "../src/screenshots.ts";
import { root } from "../src/served.ts";

test("each picture has a small file in both themes, is on a page, and no other file is there", async () => {
  const files = pictures.flatMap(({ name, keepsWords }) => [
    `${name}-dark.webp`,
    `${name}-light.webp`,
    ...(keepsWords ? [`${name}.txt`] : []),
  ]);
  expect((await readdir(folder)).toSorted()).toEqual(files.toSorted());
  for (const file of files) expect((await readFile(join(folder, file))).length).toBeLessThan(maxBytes);
  const pages = globSync("apps/docs/src/content/docs/**/*.mdx", { cwd: root });
  const texts = await Promise.all(pages.map((page) => readFile(join(root, page), "utf8")));
  const shown = texts.flatMap((text) =>
    [...text.matchAll(/<Picture\s+name="([^"]+)"/g)].map(([, name]) => name),
  );
  expect([...new Set(shown)].toSorted()).toEqual(pictures.map(({ name }) => name).toSorted());
});
