/**
 * Gives listings their colours and a button that copies them. The colours are ranges over the plain text, so that the page has
 * no element for each word; a browser without `CSS.highlights` shows the text in one colour.
 */
export function startListings(listings: Iterable<HTMLElement>): void {
  for (const listing of listings) {
    const code = listing.querySelector("code")?.firstChild;
    const text = code?.textContent ?? "";
    if (navigator.clipboard) listing.prepend(copyButton(() => text)); // absent on pages that are not served securely
    if (code && listing.dataset["language"] && "highlights" in CSS) colour(code, text);
  }
}

const quoted = String.raw`"(?:\\.|[^"\\\n])*"|'[^'\n]*'`;
/** The parts of JSON, YAML, TypeScript and command lines that have a colour: the name of a group is that of its highlight. */
const parts = new RegExp(
  String.raw`(?<!\S)(?:\/\/|#) .*|(?<name>(?:${quoted})(?=:\s)|(?<=^[ -]*|[{,] )[\w.$-]+(?=:\s)|(?<=\s)--\w+)|(?<text>${quoted})|(?<value>(?<=[:,[(]\s*)(?:true|false|null|-?\d[\w.]*)(?=\s*(?:[,)\]};]|$))|(?<=^|=|\? |: )\b(?:import|const|await|if|else)\b(?=.*[;({]))`,
  "gm",
);

function colour(node: Node, text: string): void {
  for (const { index, 0: found, groups = {} } of text.matchAll(parts)) {
    const kind = `listing-${Object.keys(groups).find((name) => groups[name] !== undefined)}`; // none: a comment
    const range = new Range();
    range.setStart(node, index);
    range.setEnd(node, index + found.length);
    CSS.highlights.set(kind, (CSS.highlights.get(kind) ?? new Highlight()).add(range));
  }
}

export function copyButton(text: () => string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text());
    button.textContent = "Copied";
  });
  return button;
}
