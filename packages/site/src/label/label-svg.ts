import { type Html, html } from "@proviso/manifest";
import type { LabelFacts } from "../facts/page-facts.ts";

export interface LabelledTool {
  readonly name: string;
  readonly riskLevel: string;
  readonly label: LabelFacts;
}

/** Pixels; a phone shows it without scaling. */
const width = 360;
const rowHeight = 34;
const lineHeight = 20;
const margin = 16;
/** Characters in a line, of the widest usual font. */
const longest = { name: 40, sentence: 40, text: 26 };

type Row = LabelFacts["rows"][number];

const style = `text{font:600 14px system-ui,sans-serif;fill:#1b1b1f}
.quiet{font-weight:400;font-size:13px;fill:#5b5b66}.name{font-family:ui-monospace,monospace;font-size:13px}
.paper{fill:#fff;stroke:#1b1b1f;stroke-width:2}.rule{stroke:#1b1b1f;stroke-width:5}.line{stroke:#d5d5dc}
.risk.some{fill:#8f5600}.risk.much{fill:#b3261e}.protection.some,.protection.much{fill:#17713f}
circle.dot{fill:none;stroke:#5b5b66;stroke-width:1.5}
@media(prefers-color-scheme:dark){text{fill:#f3f3f6}.quiet{fill:#a9a9b5}.paper{fill:#17181c;stroke:#f3f3f6}.rule{stroke:#f3f3f6}.line{stroke:#3a3b42}
.risk.some{fill:#f0b455}.risk.much{fill:#ff8078}.protection.some,.protection.much{fill:#5cc98b}circle.dot{stroke:#a9a9b5}}`;

/** Returns a safety label as an SVG document of its own, in the theme of the page that shows it. */
export function labelSvg({ name, riskLevel, label }: LabelledTool): string {
  const names = wrapped(name, longest.name);
  const sentence = wrapped(label.sentence, longest.sentence);
  const level = riskLevel === "forbidden" ? riskLevel : `${riskLevel} risk`;
  const sentenceTop = 46 + names.length * lineHeight;
  const rule = sentenceTop + sentence.length * lineHeight - 4;
  const rows = label.rows.map((row) => ({ row, texts: wrapped(row.text, longest.text) }));
  const tops = rows.map(
    (_, at) =>
      rule +
      6 +
      rows.slice(0, at).reduce((sum, { texts }) => sum + rowHeight + (texts.length - 1) * lineHeight, 0),
  );
  const height = (tops.at(-1) ?? rule) + rowHeight + ((rows.at(-1)?.texts.length ?? 1) - 1) * lineHeight + 6;
  const alternative = `${name}, ${level}. ${label.sentence} ${label.rows.map((row) => `${row.name}: ${row.text}.`).join(" ")}`;
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${width}"
    height="${height}"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label="${alternative}"
  >
    <style>
      ${{ kind: "html", text: style }}
    </style>
    <rect class="paper" x="1" y="1" width="${width - 2}" height="${height - 2}" rx="8" />
    <text class="quiet" x="${margin}" y="25">Safety label</text>
    <text class="quiet" x="${width - margin}" y="25" text-anchor="end">${level}</text>
    ${lines(names, { x: margin, y: 46, kind: "name" })}${lines(sentence, { x: margin, y: sentenceTop, kind: "" })}${rows.map(({ row, texts }, at) => rowMarks(row, texts, tops[at] ?? 0))}
    <path class="rule" d="M${margin} ${rule}H${width - margin}" />
  </svg>`.text;
}

/** A row, whose middle line is at `y`. */
function rowMarks({ name, tone, kind }: Row, texts: readonly string[], top: number): Html {
  const y = top + 22;
  const marks = `${kind} ${tone}`;
  const [x, middle] = [margin + 6, y - 5];
  const dot = {
    none: html`<circle class="dot" cx="${x}" cy="${middle}" r="5" />`,
    some: html`<path class="${marks}" d="M${x} ${middle - 6}a6 6 0 0 1 0 12z" /><circle
        class="dot"
        cx="${x}"
        cy="${middle}"
        r="5.5"
      />`,
    much: html`<circle class="${marks}" cx="${x}" cy="${middle}" r="6" />`,
  };
  const line = html`<path class="line" d="M${margin} ${top}H${width - margin}" />`;
  return html`${line}${dot[tone]}<text class="quiet" x="${margin + 20}" y="${y}">${name}</text
    >${lines(texts, { x: margin + 110, y, kind: marks })}`;
}

function lines(
  texts: readonly string[],
  { x, y, kind }: { x: number; y: number; kind: string },
): readonly Html[] {
  return texts.map(
    (text, at) => html`<text class="${kind}" x="${x}" y="${y + at * lineHeight}">${text}</text>`,
  );
}

/** Words on lines of at most so many characters; a longer word is cut. */
function wrapped(text: string, room: number): readonly string[] {
  const found: string[] = [];
  for (const word of text.split(" ").flatMap((each) => each.match(new RegExp(`.{1,${room}}`, "gu")) ?? [])) {
    const joined = `${found.at(-1)} ${word}`;
    if (found.length > 0 && joined.length <= room) found.splice(-1, 1, joined);
    else found.push(word);
  }
  return found;
}
