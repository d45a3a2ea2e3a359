import type { Finding } from "./compile-contract.ts";

export interface Editor {
  readonly text: string;
  setText(text: string): void;
  /** Marks the lines of findings. */
  mark(findings: readonly Finding[]): void;
  /** Selects the place of a finding. */
  goTo(finding: Finding): void;
}

/** A text area with line numbers beside it, which scroll along. */
export function createEditor(area: HTMLTextAreaElement, numbers: HTMLElement): Editor {
  let marked: ReadonlySet<number> = new Set();
  let shown = "";
  const countLines = (): number => area.value.split("\n").length;
  const showNumbers = (): void => {
    const lines = countLines();
    const wanted = `${lines} ${[...marked].join(" ")}`;
    if (wanted === shown) return;
    shown = wanted;
    numbers.replaceChildren(...numberNodes(lines, marked));
  };
  area.addEventListener("input", showNumbers);
  area.addEventListener("scroll", () => (numbers.scrollTop = area.scrollTop));
  return {
    get text() {
      return area.value;
    },
    setText(text) {
      area.value = text;
      area.scrollTop = 0;
      showNumbers();
    },
    mark(findings) {
      marked = new Set(findings.filter(({ severity }) => severity !== "info").map(({ line }) => line));
      showNumbers();
    },
    goTo({ start, end, line }) {
      area.focus();
      area.setSelectionRange(start, end);
      area.scrollTop = (area.scrollHeight / countLines()) * Math.max(0, line - 4);
    },
  };
}

/** One text for each run of lines without findings: a contract may have thousands of lines. */
function numberNodes(lines: number, marked: ReadonlySet<number>): readonly (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let run = "";
  for (let line = 1; line <= lines; line += 1) {
    if (!marked.has(line)) {
      run += `${line}\n`;
      continue;
    }
    const mark = document.createElement("mark");
    mark.textContent = String(line);
    nodes.push(run, mark, "\n");
    run = "";
  }
  return [...nodes, run];
}
