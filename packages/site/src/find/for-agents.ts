import type { SitePage } from "./all-pages.ts";

/** The head of a table of tools without a row. */
const emptyTable = /^\| Tool \|.*\n\|[ :|-]*\|$(?!\n\|)/m;

/**
 * The pages as agents read them. The error for a forbidden tool is that for an unknown one, so no text made for agents tells that
 * there is such a tool. Left out are the pages of forbidden tools and of domains without any other, lines that name one of them, and
 * sections, such as that of a permission, whose tables lose all their rows, with the lines that link to them.
 */
export function forAgents(pages: readonly SitePage[]): readonly SitePage[] {
  const isHidden = hiddenNames(pages);
  const closed: string[] = [];
  const read = pages
    .filter(({ id, tool }) => tool?.riskLevel !== "forbidden" && !isHidden(`/${id}/`))
    .map((page) => {
      const [head = "", ...sections] = page.body.split(/^(?=## )/m);
      const kept = sections.flatMap((section) => {
        const left = withoutLines(section, isHidden);
        if (!emptyTable.test(left)) return [left];
        closed.push(...titleOf(section));
        return [];
      });
      const top = withoutLines(head, isHidden).replace(emptyTable, "No tool that an agent can find.");
      return { ...page, body: [top, ...kept].join("") };
    });
  const isClosed = (line: string): boolean => closed.some((name) => line.includes(`[\`${name}\`]`));
  return read.map((page) => ({ ...page, body: withoutLines(page.body, isClosed) }));
}

/** Whether a line names a forbidden tool, its own verb, or a domain of forbidden tools. */
function hiddenNames(pages: readonly SitePage[]): (line: string) => boolean {
  const tools = pages.flatMap(({ tool }) => tool ?? []);
  const forbidden = tools.filter(({ riskLevel }) => riskLevel === "forbidden");
  const open = tools.filter((tool) => !forbidden.includes(tool));
  const verbs = forbidden
    .map(({ name }) => verbOf(name))
    .filter((verb) => verb.includes("_") && !open.some(({ name }) => verbOf(name) === verb));
  const names = forbidden.flatMap(({ name }) => [name, name.replace(".", "_"), name.replace(".", "/")]);
  const domains = forbidden
    .map(({ domain }) => domain)
    .filter((domain) => !open.some((tool) => tool.domain === domain))
    .flatMap((domain) => [`[\`${domain}\`]`, `tools/${domain}/`, `tools/${domain}.md`]);
  const hidden = [...new Set([...names, ...verbs, ...domains])];
  return (line) => hidden.some((each) => line.includes(each));
}

function verbOf(name: string): string {
  return name.split(".").at(-1) ?? "";
}

function withoutLines(text: string, isLeftOut: (line: string) => boolean): string {
  return text
    .split("\n")
    .filter((line) => !isLeftOut(line))
    .join("\n");
}

/** What a section is about, if it is a name, such as that of a permission. */
function titleOf(section: string): readonly string[] {
  const [, title] = /^## .*?`([^`\n]+)`/.exec(section) ?? [];
  return title === undefined ? [] : [title];
}
