import type { Finding } from "./compile-contract.ts";

export interface Editor {
  readonly text: string;
  setText(text: string): void;
  /** Marks the lines of errors and warnings. */
  mark(findings: readonly Finding[]): void;
  /** Selects the place of a finding. */
  goTo(finding: Finding): void;
}

/** A text area that wraps, before a copy of its text: `lines` has an element for each line, as high as the line, with its number. */
export function createEditor(area: HTMLTextAreaElement, lines: HTMLElement): Editor {
  let shown: readonly string[] = [];
  const showLines = (): void => {
    const texts = area.value.split("\n");
    while (lines.children.length > texts.length) lines.lastChild?.remove();
    for (const [index, text] of texts.entries()) {
      const line = lines.children[index] ?? lines.appendChild(document.createElement("div"));
      if (text !== shown[index]) line.textContent = text;
    }
    shown = texts;
  };
  area.addEventListener("input", showLines);
  area.addEventListener("scroll", () => (lines.scrollTop = area.scrollTop));
  return {
    get text() {
      return area.value;
    },
    setText(text) {
      area.value = text;
      area.scrollTop = 0;
      showLines();
    },
    mark(findings) {
      for (const [index, line] of [...lines.children].entries()) {
        const here = findings.filter((finding) => finding.line === index + 1);
        const worst = ["error", "warning"].find((each) => here.some(({ severity }) => severity === each));
        line.className = worst ?? "";
      }
    },
    goTo({ start, end, line }) {
      area.focus();
      area.setSelectionRange(start, end);
      const above = lines.children[Math.max(0, line - 4)];
      if (above instanceof HTMLElement) area.scrollTop = above.offsetTop;
    },
  };
}
