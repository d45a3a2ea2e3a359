import { docCode } from "./doc-comment.ts";
import type { TypeScriptPart } from "./typescript-text.ts";

/**
 * A part of a file with a numbered mark in place of each text (names, types, comments). Many parts
 * have the same shape, which ts-morph then prints once.
 */
export interface CodeShape {
  /** The TypeScript part as JSON, with a mark in the place of each text. */
  readonly key: string;
  /** What replaces the marks, in order: code, or the shapes of an interface's members. */
  readonly texts: readonly (string | readonly CodeShape[])[];
}

/** The code that ts-morph printed for each shape, by key; for one version of both packages. */
export type PrintedShapes = Map<string, string>;

/** A mark, with the comment signs that ts-morph puts around the mark of a doc comment. */
const shapeMark = /(?:\/\*\* )?__(\d+)__(?: \*\/)?/;

export function shapeOf(part: TypeScriptPart): CodeShape {
  const texts: (string | readonly CodeShape[])[] = [];
  const takeOut = (text: string | readonly CodeShape[]): string => `__${texts.push(text) - 1}__`;
  const shape = (name: string, value: unknown): unknown => {
    if (typeof value === "function") throw new Error(`\`${name}\` of a ${part.kind} is no data`);
    if (typeof value === "string" && value !== "" && name !== "kind") return takeOut(codeOfPart(name, value));
    if (Array.isArray(value)) return value.map((each) => shape(name, each));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shape(key, each)]));
  };
  if (part.kind !== "interface") return { key: JSON.stringify(shape("", part)), texts };
  const { properties = [], ...rest } = part;
  // All that is generated is for reading.
  const members = properties.map((property) => shapeOf({ ...property, isReadonly: true, kind: "property" }));
  // Each member has its own shape, so an interface's does not depend on their number.
  const whole = members.length > 0 ? { properties: [{ name: takeOut(members) }] } : {};
  return { key: JSON.stringify({ ...(shape("", rest) as object), ...whole }), texts };
}

/** The part that a shape's key describes, with marks instead of texts. */
export function partOf({ key }: CodeShape): TypeScriptPart {
  return JSON.parse(key) as TypeScriptPart;
}

/** This shape and the shapes of its members. */
export function shapesIn(shape: CodeShape): readonly CodeShape[] {
  return [shape, ...shape.texts.flatMap((text) => (typeof text === "string" ? [] : text.flatMap(shapesIn)))];
}

/** The code of a part: the printed shape with its texts in place of the marks. */
export function fillShape(shape: CodeShape, printed: (shape: CodeShape) => string): string {
  const { texts } = shape;
  return printed(shape)
    .split(shapeMark)
    .map((piece, index) => (index % 2 === 0 ? piece : shapeTextAt(texts[Number(piece)] ?? "", printed)))
    .join("");
}

function shapeTextAt(text: CodeShape["texts"][number], printed: (shape: CodeShape) => string): string {
  if (typeof text === "string") return text;
  // The mark of the members is followed by a semicolon.
  return text
    .map((member) => fillShape(member, printed))
    .join("\n")
    .replace(/;$/, "");
}

function codeOfPart(name: string, text: string): string {
  if (name === "docs") return docCode(text);
  // The mark is between quotes.
  return name === "moduleSpecifier" ? JSON.stringify(text).slice(1, -1) : text;
}
