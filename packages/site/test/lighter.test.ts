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
