import { expect, test } from "vitest";
import { lighter } from "../src/listing/lighter.ts";

test("the text of a block of code stays text, and what is like markup in it is not taken away", () => {
  const code = "&lt;td> </td><b> &amp;lt; &quot;q&quot; data-pagefind-ignore\u007Fend";
  const block = `<div class="expressive-code"><figure><pre>…</pre><button data-code="${code}"></button></figure></div>`;
  expect(
    lighter(
      `<meta content="</td>"><div class="tool-page"><ul><li>one</li>\n<li><code dir="auto">two</code></li></ul>${block}`,
    ),
  ).toBe(
    '<meta content="</td>"><div class="tool-page"><ul><li>one<li><code>two</code></ul><div class="listing"><pre><code>&lt;td> &lt;/td>&lt;b> &amp;lt; &quot;q&quot; data-pagefind-ignore\nend</code></pre></div>',
  );
});

test("a drawing that is there twice is drawn once, and JSON is indented by tabs", () => {
  const path = `<path d="${"m1 1".repeat(30)}"/>`;
  const listing = (text: string): string => `<div data-language="json"><pre><code>${text}</code></pre></div>`;
  expect(
    lighter(`<svg>${path}</svg><div class="tool-page"><svg>${path}</svg>${listing('{\n    "a": "  "\n}')}`),
  ).toBe(
    `<svg>${path.replace("<path", '<path id="drawing-0"')}</svg><div class="tool-page"><svg><use href="#drawing-0"/></svg>${listing('{\n\t\t"a": "  "\n}')}`,
  );
});

test("what is like the attribute of the code hides nothing of it", () => {
  const text = 'a: "x data-code="\nb: "y"';
  const code = text.replaceAll('"', "&quot;").replaceAll("\n", "\u007F");
  const block = `<div class="expressive-code"><figure><pre>${text}</pre><button title="Copy" data-code="${code}"></button></figure></div>`;
  expect(lighter(`<div class="tool-page">${block}`)).toBe(
    `<div class="tool-page"><div class="listing"><pre><code>${code.replaceAll("\u007F", "\n")}</code></pre></div>`,
  );
});
