import type { SitePage } from "../find/all-pages.ts";
import { pageMarkdown } from "../find/page-markdown.ts";
import { facetQuestions } from "../explorer/facets.ts";
import { plainText } from "./plain-text.ts";
import type { SearchDocument } from "./search-words.ts";

/** A page with the addresses of its headings. */
export interface SearchedPage extends SitePage {
  readonly href: string;
  readonly description: string;
  readonly headings: readonly { readonly slug: string; readonly text: string }[];
}

type Unnumbered = Omit<SearchDocument, "id">;

/** What the search finds: a document for each tool, for each section of a guide, and for every other page. */
export function searchDocuments(pages: readonly SearchedPage[]): readonly SearchDocument[] {
  return pages.flatMap(documentsOf).map((document, id) => ({ ...document, id }));
}

/** Lists of tools would say what the tools say. */
const lists = /^(?:tools|by-(?:safety|category|permission)|failure-modes)(?:\/|$)/;

function documentsOf(page: SearchedPage): readonly Unnumbered[] {
  const { id, title, href, description: about, tool, body } = page;
  const top = { href, title, page: "", about };
  if (tool) return [toolOf(page)];
  if (lists.test(id)) return [{ ...top, kind: "reference", text: "" }];
  const text = pageMarkdown(page, "/");
  if (/^(?:diagnostics|changes)\//.test(id))
    return [
      { ...top, kind: "reference", about: about || firstOf(text), text: plainText(text).slice(0, 1500) },
    ];
  const kind = id === "language" ? "reference" : "guide";
  const [head = "", ...sections] = text.split(/^(?=#{2,3} )/m);
  if (body === "") return [{ ...top, kind, text: "" }];
  return [
    { ...top, kind, about: about || firstOf(head), text: plainText(head) },
    ...sections.map((section): Unnumbered => {
      const [heading = "", ...lines] = section.split("\n");
      const name = plainText(heading);
      const slug = page.headings.find((each) => plainText(each.text) === name)?.slug;
      const rest = lines.join("\n");
      return {
        href: slug === undefined ? href : `${href}#${slug}`,
        title: name,
        page: title,
        kind,
        about: firstOf(rest),
        text: plainText(rest),
      };
    }),
  ];
}

function toolOf({ title, href, description: about, tool }: SearchedPage): Unnumbered {
  if (!tool) throw new Error(`${href} is not the page of a tool`);
  const has = Object.fromEntries(facetQuestions.map(({ name, answers }) => [name, answers(tool)] as const));
  const { name, riskLevel: risk, asked, approvedBy, effects } = tool;
  return {
    href,
    title,
    page: "",
    kind: "tool",
    about,
    tool: { name, risk, asked: asked?.server ?? "", approvedBy, has },
    text: ["tool", ...effects.map(({ description }) => description), ...Object.values(has).flat(), risk].join(
      " ",
    ),
  };
}

/** The first sentences of a section, for a line below its title. */
function firstOf(text: string): string {
  const words = plainText(text.replaceAll(/^\s*(?:\||`{3}|[-*] |\d\. ).*$/gm, ""));
  return words.length <= 160 ? words : `${words.slice(0, 160).replace(/\s\S*$/, "")}…`;
}
