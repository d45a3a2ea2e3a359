import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));

/** The files of the built site: `turbo run test` builds it first. */
const files = readdirSync(`${dist}review`).filter((name) => name.endsWith(".csv"));

test("each tool that agents may call is in exactly one pack, and none that is forbidden", () => {
  const names = files.flatMap((name) =>
    readFileSync(`${dist}review/${name}`, "utf8")
      .trimEnd()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split('"')[1] ?? ""),
  );
  const pages = readFileSync(`${dist}agents/index.html`, "utf8");
  const callable = [...pages.matchAll(/<tr data-tool="([^"]*)"/g)].map(([, name = ""]) => name);
  expect(callable.length).toBeGreaterThan(40);
  expect(names.toSorted()).toEqual(callable.toSorted());
});

test("the packs lead to their files, and name the contract that is signed", () => {
  const overview = readFileSync(`${dist}review/index.html`, "utf8");
  expect(files.length).toBeGreaterThan(1);
  expect(files.filter((name) => !overview.includes(`href="/review/${name}"`))).toEqual([]);
  const growth = readFileSync(`${dist}review/growth/index.html`, "utf8");
  const line = readFileSync(`${dist}review/growth.csv`, "utf8")
    .split("\r\n")
    .find((each) => each.startsWith('"emails.send_external"'));
  const [hash = ""] = /[0-9a-f]{64}/.exec(line ?? "") ?? [];
  expect(growth).toContain(`<code>${hash.slice(0, 16)}</code>`);
  const row = new RegExp('<a href="/review/growth/">[^]*?</tr>').exec(overview)?.[0] ?? "";
  expect(row).toMatch(/data-label="Signed"[^>]*>1<[^]*data-label="Changed since"[^>]*>\d</);
});

test("a pack says of a tool about which nobody is asked that it needs no approval", () =>
  expect(readFileSync(`${dist}review/platform/index.html`, "utf8")).toContain("Approval: none needed"));
