import { expect, it } from "vitest";
import { permissionPage, relativePath, slug, toolPage } from "../../src/outputs/docs/page-paths.ts";

function check(name: string, expected: string): void {
  expect(slug(name)).toBe(expected);
}

it("keeps ordinary names", () => check("send_external", "send_external"));
it("writes a permission's colon as a dot", () =>
  expect(permissionPage("files:read")).toBe("by-permission/index.md#files.read"));
it("tells a dot from a colon", () => check("files.read", "files~2eread"));
it("escapes capitals, which some file systems do not tell apart", () => check("Read", "~52ead"));
it("escapes what could leave the folder", () => check("../x", "~2e~2e~2fx"));
it("escapes names that Windows keeps for itself", () => check("con", "~63on"));
it("keeps a tool called index apart from the page of its domain", () =>
  expect(toolPage({ name: "mail.index", domain: "mail" })).toBe("tools/mail/~69ndex.md"));
it("links from page to page", () =>
  expect(relativePath("tools/mail/read.md", "by-safety/low.md")).toBe("../../by-safety/low.md"));
it("links within a folder, and from the root", () => {
  expect(relativePath("tools/mail/index.md", "tools/mail/read.md")).toBe("read.md");
  expect(relativePath("tools/mail/index.md", "tools/files/read.md")).toBe("../files/read.md");
  expect(relativePath("index.md", "tools/mail/index.md")).toBe("tools/mail/index.md");
});
