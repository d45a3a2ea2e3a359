const framed = /<div class="expressive-code">[^]*? data-code="([^"]*)"[^]*?<\/figure><\/div>/g;
const icon = /(class="sl-anchor-icon">)<svg[^]*?<\/svg>/g;
/** Labels of empty cells, which phones hide; ends that HTML allows to omit, with the line ends that would make a cell not empty. */
const omitted =
  /(?<=<td) data-label="[^"]*"(?=><\/td>)|<\/(?:t[dhr]|tbody|thead|li)>\n?|(?<=<(?:tr|thead|tbody|table)>)\n/g;
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
    .replaceAll(icon, "$1#")
    .replaceAll(/(?<=<code) dir="auto"|(?<=<span class="sr-only") data-pagefind-ignore/g, "")
    .replaceAll(omitted, "");
  return html.slice(0, start).replaceAll(unneeded, "") + content;
}
