import { posix } from "node:path";
import { pageId } from "../markdown/page-id.ts";

export interface PageText {
  readonly id: string;
  /** Relative to the site's folder of pages, as links in the page see it. */
  readonly path: string;
  readonly title: string;
  readonly body: string;
}

/** The address of a page as Markdown. The start page, which has an empty id, is `index.md`. */
export function markdownAddress(id: string, base: string): string {
  return `${base}${id === "" || id === "index" ? "index" : id}.md`;
}

/** A page as Markdown alone, without components, with links that hold on all pages. */
export function pageMarkdown({ id, path, title, body }: PageText, base: string): string {
  const onPage = `[on the page](/${id}/)`;
  const text = path.endsWith(".mdx") ? withoutComponents(body, onPage) : sections(body.replace(slots, ""));
  return `# ${title}\n\n${absoluteLinks(text, path, base)
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

/** Comments, and where the site puts more than Markdown can say. */
const slots = /^<!--[^]*?-->\n/gm;

/** A fold-out as a section, whose own headings are one lower. */
function sections(body: string): string {
  return body.replace(
    /^<details>\n<summary>(.*)<\/summary>$([^]*?)^<\/details>$/gm,
    (_, title: string, inside: string) => `## ${title}${inside.replace(/^## /gm, "### ")}`,
  );
}

const mdx =
  /(^[ \t]*`{3,}[^]*?^[ \t]*`{3,}[ \t]*$|`[^`]*`)|^(?:import|export) .*\n|\{\/\*[^]*?\*\/\}\n|<\/?[A-Z]\w*(\s[^<>]*?)?(\/?)>/gm;

/** Code stays as it is; of a component, its title and what is inside it, the boxes that it draws, or where its picture is. */
function withoutComponents(body: string, onPage: string): string {
  return body.replace(mdx, (_, code?: string, attributes = "", isAll = "") => {
    const [, title] = /\stitle="([^"]*)"/.exec(attributes) ?? [];
    const [, parts = ""] = /\sparts="([^"]*)"/.exec(attributes) ?? [];
    if (title === undefined) return code ?? parts.replaceAll(" | ", " → ");
    return isAll ? `**${title}**: ${onPage}\n` : `**${title}**\n`;
  });
}

/** Generated pages have relative links, hand-written ones addresses. Contracts have none. */
function absoluteLinks(text: string, path: string, base: string): string {
  const rooted = text.replace(/\]\(\/(?!\/)/g, `](${base}`);
  return rooted.replace(
    /\]\((?![a-z]+:)([^)#\s/][^)#\s]*\.md)(#[^)\s]*)?\)/g,
    (_, file: string, hash = "") => {
      const target = posix.join(posix.dirname(path), file);
      return `](${markdownAddress(pageId(target), base)}${hash})`;
    },
  );
}
