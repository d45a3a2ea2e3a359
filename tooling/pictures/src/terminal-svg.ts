import { ansiLines, textOfLine, type Line } from "./ansi-lines.ts";
import { stopsOf, type Stop } from "./stops.ts";

/** A window of a terminal through which text scrolls. */
export interface Recording {
  /** What a program printed, with its colours. */
  readonly text: string;
  readonly title: string;
  /** The text for readers who do not see the picture. */
  readonly description: string;
  /** The first line of a part: the window stops there. */
  readonly isPart: RegExp;
  /** The first line of the window that readers who want no motion see. */
  readonly still: RegExp;
  /** Of the window. */
  readonly columns: number;
  readonly rows: number;
}

export type Theme = Readonly<Record<"back" | "text" | "dim" | "red" | "green" | "yellow" | "cyan", string>>;

const [column, lineHeight, margin] = [8.4, 20, 20] as const;

export function terminalSvg(recording: Recording, theme: Theme): string {
  const { columns, rows } = recording;
  const [inside, shown] = [Math.ceil(columns * column), rows * lineHeight];
  const [width, height] = [inside + 2 * margin, shown + 2 * margin];
  const lines = ansiLines(recording.text);
  const stops = stopsOf(lines.map(textOfLine), recording.isPart, rows);
  const wanted = lines.findIndex((line) => recording.still.test(textOfLine(line)));
  const still = stops.find(({ top }) => top + rows > wanted) ?? { top: 0 };
  const colours = (["dim", "red", "green", "yellow", "cyan"] as const).map(
    (name) => `.${name}{fill:${theme[name]}}`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">${escapeXml(recording.title)}</title>
<desc id="description">${escapeXml(recording.description)}</desc>
<style>
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:${theme.text};white-space:pre}
.bold{font-weight:700}${colours.join("")}
.roll{animation:roll ${Math.round(secondsOf(stops))}s step-end infinite}
@keyframes roll{${keyframes(stops)}}
@media(prefers-reduced-motion:reduce){.roll{animation:none;transform:translateY(${-still.top * lineHeight}px)}}
</style>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" fill="${theme.back}" stroke="${theme.dim}" stroke-opacity=".5"/>
<svg x="${margin}" y="${margin}" width="${inside}" height="${shown}"><g class="roll">
${lines.flatMap(svgLine).join("\n")}
</g></svg>
</svg>
`;
}

function secondsOf(stops: readonly Stop[]): number {
  return stops.reduce((sum, { seconds }) => sum + seconds, 0);
}

function keyframes(stops: readonly Stop[]): string {
  const all = secondsOf(stops);
  return stops
    .map(({ top }, at) => {
      const percent = (100 * secondsOf(stops.slice(0, at))) / all;
      return `${percent.toFixed(2)}%{transform:translateY(${-top * lineHeight}px)}`;
    })
    .join("");
}

/** The length of each line is fixed, so that columns hold in any font. */
function svgLine(line: Line, at: number): readonly string[] {
  const { length } = textOfLine(line);
  if (length === 0) return [];
  const spans = line.map(({ text, styles }) =>
    styles.length === 0 ? escapeXml(text) : `<tspan class="${styles.join(" ")}">${escapeXml(text)}</tspan>`,
  );
  const place = `y="${at * lineHeight + 15}" textLength="${(length * column).toFixed(1)}"`;
  return [`<text ${place}>${spans.join("")}</text>`];
}

const references = { "&": "&amp;", "<": "&lt;", ">": "&gt;" } as const;

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>]/g, (each) => references[each as keyof typeof references]);
}

/** The lines of text in such a picture. */
export function linesOfSvg(svg: string): readonly string[] {
  return [...svg.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, text = ""]) =>
    Object.entries(references).reduceRight(
      (read, [character, reference]) => read.replaceAll(reference, character),
      text.replaceAll(/<[^>]*>/g, ""),
    ),
  );
}
