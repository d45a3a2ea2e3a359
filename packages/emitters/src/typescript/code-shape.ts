import { docCode } from "./doc-comment.ts";
import type { TypeScriptPart } from "./typescript-text.ts";

/**
 * A part of a file without its texts: names, types, comments. What is left is the same for many parts, so that ts-morph
 * prints it once.
 */
export interface CodeShape {
  /** The part as JSON, with a mark in the place of each text. */
  readonly key: string;
  /** In the order of the marks: code, or the members of an interface, each with a shape of its own. */
  readonly texts: readonly (string | readonly CodeShape[])[];
}

/** What ts-morph made of shapes, by their key. Whoever keeps it forgets it when a package changes. */
export type PrintedShapes = Map<string, string>;

/** ts-morph puts nothing else into a comment of one line than the mark of the comment. */
const mark = /(?:\/\*\* )?__(\d+)__(?: \*\/)?/;

export function shapeOf(part: TypeScriptPart): CodeShape {
  const texts: (string | readonly CodeShape[])[] = [];
  const takeOut = (text: string | readonly CodeShape[]): string => `__${texts.push(text) - 1}__`;
  const shape = (name: string, value: unknown): unknown => {
    if (typeof value === "function") throw new Error(`\`${name}\` of a ${part.kind} is no data`);
    if (typeof value === "string" && value !== "" && name !== "kind") return takeOut(codeOf(name, value));
    if (Array.isArray(value)) return value.map((each) => shape(name, each));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shape(key, each)]));
  };
  if (part.kind !== "interface") return { key: JSON.stringify(shape("", part)), texts };
  const { methods = [], properties = [], ...rest } = part;
  const members = [
    ...methods.map((each) => shapeOf({ ...each, kind: "method" })),
    ...properties.map((each) => shapeOf({ ...each, kind: "property" })),
  ];
  // Members are printed each by itself: one more makes no new shape of the whole.
  const whole = members.length > 0 ? { properties: [{ name: takeOut(members) }] } : {};
  return { key: JSON.stringify({ ...(shape("", rest) as object), ...whole }), texts };
}

/** `part` is what `shapeOf` left of one. */
export function partOf({ key }: CodeShape): TypeScriptPart {
  return JSON.parse(key) as TypeScriptPart;
}

/** This shape, and those of the members in it. */
export function shapesIn(shape: CodeShape): readonly CodeShape[] {
  return [shape, ...shape.texts.flatMap((text) => (typeof text === "string" ? [] : text.flatMap(shapesIn)))];
}

/** The code of a part; `printed` knows what ts-morph makes of each shape. */
export function fillShape(shape: CodeShape, printed: (shape: CodeShape) => string): string {
  const { texts } = shape;
  return printed(shape)
    .split(mark)
    .map((piece, index) => (index % 2 === 0 ? piece : textAt(texts[Number(piece)] ?? "", printed)))
    .join("");
}

function textAt(text: CodeShape["texts"][number], printed: (shape: CodeShape) => string): string {
  if (typeof text === "string") return text;
  // The mark has a semicolon behind it.
  return text
    .map((member) => fillShape(member, printed))
    .join("\n")
    .replace(/;$/, "");
}

function codeOf(name: string, text: string): string {
  if (name === "docs") return docCode(text);
  // It stands between quotes.
  return name === "moduleSpecifier" ? JSON.stringify(text).slice(1, -1) : text;
}
