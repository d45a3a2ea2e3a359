import { effectWords } from "@proviso/manifest";
import { isDangerous as warnsOf } from "../explorer/does.ts";
import { parties, type ToolCallStep } from "./tool-call.ts";

type Party = ToolCallStep["from"];

/** A line of one party: its name, and where it is. */
export interface Lane {
  readonly party: Party;
  readonly title: string;
  readonly x: number;
}

/** A step as an arrow from `x1` to `x2`. */
export interface Arrow {
  readonly kind: "arrow";
  readonly x1: number;
  readonly x2: number;
  readonly y: number;
  /** Above it, the first line at the top. */
  readonly lines: readonly string[];
  readonly isSometimes: boolean;
  /** Whether it is a question to a person, or the answer. */
  readonly isAsking: boolean;
  /** Whether it has an effect that cannot be undone, or that reaches others. */
  readonly isDangerous: boolean;
}

/** A step of one party alone, as a box with lines of text. */
export interface Box {
  readonly kind: "box";
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly lines: readonly string[];
  readonly isSometimes: boolean;
}

export interface CallPicture {
  readonly width: number;
  readonly height: number;
  readonly lanes: readonly Lane[];
  readonly marks: readonly (Arrow | Box)[];
}

export const laneWidth = 216;
export const boxWidth = 190;
export const lineHeight = 19;
const headHeight = 48;
const arrowHeight = 46;
const boxGap = 16;
/** Characters that fit into a box, and between two lanes. */
const longestLine = 27;

const dangerousWords: ReadonlySet<string> = new Set(effectWords.filter(warnsOf));

const titles: Readonly<Record<Party, string>> = {
  person: "Person",
  client: "Agent's client",
  server: "Server",
  handler: "Handler",
};

/** Who does what when, from top to bottom. Only the parties that take part have a lane. */
export function callPicture(steps: readonly ToolCallStep[]): CallPicture {
  const taking = parties.filter((party) => steps.some(({ from, to }) => from === party || to === party));
  const lanes = taking.map((party, index) => ({
    party,
    title: titles[party],
    x: laneWidth * (index + 0.5),
  }));
  const xOf = new Map(lanes.map(({ party, x }) => [party, x]));
  const marks: (Arrow | Box)[] = [];
  let y = headHeight;
  for (const step of steps) {
    const mark = markOf(step, xOf.get(step.from) ?? 0, xOf.get(step.to) ?? 0, y);
    marks.push(mark);
    y += mark.kind === "box" ? mark.height + boxGap : arrowHeight + extraHeight(mark.lines);
  }
  return { width: laneWidth * lanes.length, height: y + 12, lanes, marks };
}

function markOf(
  { from, to, lines, isSometimes }: ToolCallStep,
  x1: number,
  x2: number,
  top: number,
): Arrow | Box {
  if (x1 === x2) {
    const height = lines.length * lineHeight + 12;
    return {
      kind: "box",
      x: x1,
      y: top + boxGap / 2,
      height,
      lines: lines.map((line) => shortened(line, longestLine)),
      isSometimes,
    };
  }
  const room = longestLine * Math.round(Math.abs(x2 - x1) / laneWidth);
  const text = joinedLines(lines, room);
  const isDangerous = to === "handler" && lines.some((line) => dangerousWords.has(line));
  const isAsking = from === "person" || to === "person";
  const y = top + arrowHeight + extraHeight(text) - 12;
  return { kind: "arrow", x1, x2, y, lines: text, isSometimes, isAsking, isDangerous };
}

function extraHeight(lines: readonly string[]): number {
  return (lines.length - 1) * lineHeight;
}

/** As many on a line as there is room for. */
function joinedLines(parts: readonly string[], room: number): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = `${lines.at(-1)}, ${part}`;
    if (lines.length > 0 && longer.length <= room) lines.splice(-1, 1, longer);
    else lines.push(shortened(part, room));
  }
  return lines;
}

/** The list of steps below the picture has the whole text. */
function shortened(text: string, longest: number): string {
  const characters = [...text];
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join("")}…`;
}
