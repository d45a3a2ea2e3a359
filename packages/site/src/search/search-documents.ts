import type { PageFacts } from "../facts/page-facts.ts";
import type { SitePage } from "../find/all-pages.ts";
import { pageMarkdown } from "../find/page-markdown.ts";
import { facetQuestions } from "../explorer/facets.ts";
import { plainText } from "./plain-text.ts";
import type { SearchDocument } from "./search-words.ts";

/** A page with the addresses of its headings. */
export interface SearchedPage extends SitePage {
  readonly href: string;
  readonly headings: readonly { readonly slug: string; readonly text: string }[];
  /** Who holds what a call of the tool needs; undefined if the site does not show it. */
  readonly heldBy?: string | undefined;
}

type Unnumbered = Omit<SearchDocument, "id">;

/** What the search finds: a document for each tool, for each section of a guide and question that it answers, and for every other page. */
export function searchDocuments(pages: readonly SearchedPage[]): readonly SearchDocument[] {
  return pages.flatMap(documentsOf).map((document, id) => ({ ...document, id }));
}

/** Lists of tools would say what the tools say. */
const lists = /^(?:tools|by-(?:safety|category|permission)|failure-modes)(?:\/|$)/;
const references = /^(?:diagnostics|changes)(?:\/|$)|^(?:language|commands|statements)$/;

function documentsOf(page: SearchedPage): readonly Unnumbered[] {
  const { id, title, href, description, tool, headings, answers } = page;
  const kind = tool ? "tool" : lists.test(id) || references.test(id) ? "reference" : "guide";
  const top = { href, title, page: "", about: description, kind } as const;
  if (tool) return [{ ...top, ...listed(tool, page.heldBy) }];
  if (lists.test(id)) {
    // That of permissions says what each allows.
    const named = [...page.body.matchAll(/^## <a id="([^"]+)"><\/a>`(\w+:[^`]+)`\n+(.*)/gm)];
    const found = named.map(([, at, name = "", about = ""]) => [`${href}#${at}`, name, about] as const);
    return [
      { ...top, text: "" },
      ...found.map(([to, name, about]) => ({ ...top, href: to, title: name, page: title, about, text: "" })),
    ];
  }
  const [head = "", ...parts] = pageMarkdown(page, "/").split(/^(?=#{2,3} )/m);
  const sections = parts.flatMap((section): readonly Unnumbered[] => {
    const [heading = "", ...lines] = section.split("\n");
    const name = plainText(heading);
    const slug = headings.find(({ text }) => plainText(text) === name)?.slug;
    const text = lines.join("\n");
    const address = slug === undefined ? href : `${href}#${slug}`;
    const about = firstOf(text);
    const found: Unnumbered = { href: address, title: name, page: title, kind, about, text: plainText(text) };
    return id === "language" ? [found, ...fieldsOf(found, lines)] : [found];
  });
  return [
    { ...top, about: description || firstOf(head), text: plainText(head) },
    ...answers.map((question): Unnumbered => {
      // `Is it free? #license` leads to a section.
      const [asked = "", hash = ""] = question.split(/ (?=#)/);
      const answer = sections.find((each) => (hash ? each.href === href + hash : each.title === asked));
      return { ...top, href: href + hash, ...answer, title: asked, page: title, text: "" };
    }),
    ...sections,
  ];
}

/** The fields in the tables of a section. A name that is a word, such as `title`, would be found for that word. */
function fieldsOf(section: Unnumbered, lines: readonly string[]): readonly Unnumbered[] {
  return lines.flatMap((line) => {
    const [, title, says = ""] = /^\| `([a-z]+[A-Z]\w*)` \| .* \| (.*) \|$/.exec(line) ?? [];
    return title === undefined ? [] : [{ ...section, title, about: plainText(says), text: "" }];
  });
}

/** What is listed of a tool, and the words by which it is found. */
function listed(tool: PageFacts, heldBy = ""): Pick<SearchDocument, "tool" | "text"> {
  const has = Object.fromEntries(facetQuestions.map(({ name, answers }) => [name, answers(tool)] as const));
  const { name, riskLevel: risk, asked, beforehand, effects, label, limits } = tool;
  const approvedBy = [tool.approvedBy, beforehand && `or ${beforehand}`].filter(Boolean).join("; ");
  const undo = label?.rows.find(({ id }) => id === "undo")?.text ?? "";
  const rows = label?.rows.map(({ kind, tone }) => `${kind} ${tone}`);
  const shown = label && rows ? { label: { sentence: label.sentence, rows } } : {};
  const words = [
    "tool",
    ...effects.map(({ description }) => description),
    ...Object.values(has).flat(),
    risk,
    approvedBy && `approved ${approvedBy}`,
    undo && `undo: ${undo}`,
    limits && `limit: ${limits}`,
    (tool.idempotent || tool.idempotentWithKey) && !tool.readOnly ? "repeated calls" : "",
  ];
  return {
    tool: { name, risk, asked: asked?.server ?? "", approvedBy, undo, heldBy, ...shown, has },
    text: words.join(" "),
  };
}

/** The first sentences of a section, for a line below its title. Tables and code say little in a line. */
function firstOf(text: string): string {
  const words = plainText(text.replaceAll(/^[ \t]*`{3}[^]*?^[ \t]*`{3}.*$|^\s*\|.*$/gm, ""));
  return words.length <= 160 ? words : `${words.slice(0, 160).replace(/\s\S*$/, "")}…`;
}
