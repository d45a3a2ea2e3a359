/** Text of the code may contain ` data-code="`, but no `<` of an element. */
const framed =
  /<div class="expressive-code">[^]*?<button(?: [^>]*)? data-code="([^"]*)"[^]*?<\/figure><\/div>/g;
const icon = /(class="sl-anchor-icon">)<svg[^]*?<\/svg>/g;
/** Labels of empty cells, which phones hide; ends that HTML allows to omit, with the line ends that would make a cell not empty. */
const omitted =
  /(?<=<td) data-label="[^"]*"(?=><\/td>)|<\/(?:t[dhr]|tbody|thead|li)>\n?|(?<=<(?:tr|thead|tbody|table)>)\n/g;
/** JSON, which is indented by two spaces for each level; a tab is as wide, see `tool.css`. */
const json = /(?<=data-language="json"><pre><code>)[^]*?(?=<\/code>)/g;
const drawing = /<path d="[^"]{100,}"\/>/g;
/** Starlight's icons of the themes, beside their names; the state of a sidebar that has one open group; a depth that lists have; indents. */
const unneeded =
  /<template id="theme-icons">[^]*?<\/template>|<script aria-hidden="true">[^]*?<\/script>|(?<=<(?:li|span|a href="[^"]*")) style="--depth: \d+;"|(?<=\n)\t+/g;

/**
 * The rendered page of a tool in fewer bytes: code as plain text, as `Listing.astro` writes it, and a sign in place of the icon
 * of each heading. `tool.css` sets the direction of code, which `dir` would set in each place. Other pages stay as they are.
 */
export function lighter(html: string): string {
  // Where contract text is in attributes, as in the head, it may have what looks like the end of an element.
  const start = html.indexOf('<div class="tool-page">');
  if (start < 0) return html;
  const content = html
    .slice(start)
    .replaceAll(framed, (_, code: string) => {
      // In its attribute, Expressive Code leaves `<`, and writes line ends as U+007F.
      const text = code.replaceAll("\u007F", "\n").replaceAll("<", "&lt;");
      return `<div class="listing"><pre><code>${text}</code></pre></div>`;
    })
    .replaceAll(json, (text) => text.replaceAll(/^ +/gm, ({ length }) => "\t".repeat(length / 2)))
    .replaceAll(icon, "$1#")
    .replaceAll(/(?<=<code) dir="auto"|(?<=<span class="sr-only") data-pagefind-ignore/g, "")
    .replaceAll(omitted, "");
  return drawnOnce(html.slice(0, start).replaceAll(unneeded, "") + content);
}

/** The drawing of an icon stands where it is first, and other places refer to it. */
function drawnOnce(html: string): string {
  const ids = new Map<string, string>();
  return html.replaceAll(drawing, (path) => {
    const known = ids.get(path);
    if (known !== undefined) return `<use href="#${known}"/>`;
    const id = `drawing-${ids.size}`;
    ids.set(path, id);
    return path.replace("<path", `<path id="${id}"`);
  });
}
