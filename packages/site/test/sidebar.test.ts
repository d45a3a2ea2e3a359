import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { productSidebar, toolPages } from "../src/program/sidebar.ts";

test("the pages of a project come before those of its tools; the home page is not among them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "proviso-pages-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "guides"));
  for (const name of ["index.md", "start.md", "_draft.md", "logo.png"])
    await writeFile(join(folder, name), "");
  expect(productSidebar(folder, folder)).toEqual([
    { label: "guides", items: [{ autogenerate: { directory: "guides" } }] },
    { slug: "start" },
    ...toolPages,
  ]);
  expect(productSidebar(undefined, folder)).toEqual(toolPages);
  await writeFile(join(folder, "guarantees.yaml"), "");
  expect(productSidebar(undefined, folder)[3]).toEqual({ slug: "proved", label: "What is proved" });
});
