import { describe, expect, it } from "vitest";
import { pageMarkdown } from "../src/find/page-markdown.ts";
import { type Group, type Link, oneDomain, type SidebarEntry } from "../src/find/sidebar.ts";
import { siblings, trail } from "../src/find/trail.ts";

const link = (href: string, isCurrent = false): Link => ({
  type: "link",
  label: href,
  href,
  isCurrent,
  badge: undefined,
  attrs: {},
});
const group = (label: string, ...entries: SidebarEntry[]): Group => ({
  type: "group",
  label,
  entries,
  collapsed: false,
  badge: undefined,
});

/** Under a base path, as a user's own site may be. */
const sidebar = [
  group("Guides", link("/d/start/"), link("/d/review/")),
  group(
    "Tools",
    link("/d/tools/"),
    group("mail", link("/d/tools/mail/"), link("/d/tools/mail/send/")),
    group("mailboxes", link("/d/tools/mailboxes/"), link("/d/tools/mailboxes/empty/")),
  ),
];
const addresses = (entries: readonly SidebarEntry[]): readonly string[] =>
  entries.flatMap((entry) => (entry.type === "link" ? [entry.href] : addresses(entry.entries)));

describe("the sidebar", () => {
  it("on a page of a domain has that domain only, and of other groups the first page", () => {
    expect(addresses(oneDomain(sidebar, "/d/tools/", "/d/tools/mail/send/"))).toEqual([
      "/d/start/",
      "/d/tools/",
      "/d/tools/mail/",
      "/d/tools/mail/send/",
    ]);
  });

  it("has the groups of its page open, and no others", () => {
    const isOpen = (entries: readonly SidebarEntry[]): readonly boolean[] =>
      entries.flatMap((entry) => (entry.type === "link" ? [] : [!entry.collapsed]));
    const unlisted = [group("Guides", link("/d/start/")), group("More", link("/d/more/"))];
    expect(isOpen(oneDomain(unlisted, "/d/tools/", "/d/404/"))).toEqual([true, true]);
    // Starlight opens the group of the page itself.
    const listed = [group("Guides", link("/d/start/", true)), group("More", link("/d/more/"))];
    expect(isOpen(oneDomain(listed, "/d/tools/", "/d/start/"))).toEqual([false, false]);
  });

  it("elsewhere has a link to each domain", () => {
    const [, tools] = oneDomain(sidebar, "/d/tools/", "/d/start/");
    expect(tools).toMatchObject({ collapsed: true });
    expect(tools?.type === "group" && tools.entries.map(({ label }) => label)).toEqual([
      "/d/tools/",
      "mail",
      "mailboxes",
    ]);
  });
});

describe("the trail to a page", () => {
  it.each([
    ["/d/tools/mail/send/", ["Tools /d/tools/", "mail /d/tools/mail/"]],
    ["/d/tools/mail/", ["Tools /d/tools/", "mail undefined"]],
    ["/d/start/", ["Guides undefined"]],
    ["/d/review/growth/", ["Guides /d/review/"]],
    ["/d/elsewhere/", []],
  ])("%s", (address, expected) => {
    expect(trail(sidebar, address).map(({ label, href }) => `${label} ${href}`)).toEqual(expected);
  });

  it("ends among the links of the same group", () => {
    expect(siblings(sidebar, "/d/tools/mail/send/").map(({ href }) => href)).toEqual([
      "/d/tools/mail/",
      "/d/tools/mail/send/",
    ]);
  });
});

describe("the Markdown of a page", () => {
  const check = (path: string, body: string, expected: string): void =>
    expect(pageMarkdown({ id: "x", path, title: "T", body }, "/d/")).toBe(`# T\n\n${expected}\n`);

  it("has links that hold everywhere", () => {
    check(
      "tools/mail/send.md",
      "[a](../../by-safety/index.md#x) [b](read.md)",
      "[a](/d/by-safety.md#x) [b](/d/tools/mail/read.md)",
    );
    check(
      "a.mdx",
      "[a](/tools/) [b](https://x.test/y.md) [c](#z)",
      "[a](/d/tools/) [b](https://x.test/y.md) [c](#z)",
    );
  });

  it("has the words of components, not their markup, and leaves code alone", () => {
    const body =
      'import A from "./a";\n\n<A title="One">\n  two\n</A>\n\n{/* made by */}\n`List<A>`\n\n```ts\nimport b from "b";\n```';
    check("b.mdx", '<Shape\n  label="x"\n  parts="A: a | calls | B: b"\n/>', "A: a → calls → B: b");
    check("c.mdx", 'export const a = 1;\n<Bars title="Time" bars={a} />', "**Time**: [on the page](/d/x/)");
    check("a.mdx", body, '**One**\n\n  two\n\n`List<A>`\n\n```ts\nimport b from "b";\n```');
  });
});

describe("the page of a group", () => {
  it("may stand beside it, unless other groups are below it too", () => {
    const beside = [
      link("/"),
      link("/tools/"),
      group("Tools", group("mail", link("/tools/mail/"), link("/tools/mail/send/"))),
      group("Help", link("/faq/")),
    ];
    expect(trail(beside, "/tools/mail/send/").map(({ href }) => href)).toEqual(["/tools/", "/tools/mail/"]);
    expect(trail(beside, "/faq/").map(({ href }) => href)).toEqual([undefined]);
  });
});
