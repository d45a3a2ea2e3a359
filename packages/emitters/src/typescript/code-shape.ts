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
  readonly shapeTexts: readonly (string | readonly CodeShape[])[];
}

/** The code that ts-morph printed for each shape, by key; for one version of both packages. */
export type PrintedShapes = Map<string, string>;

/** A mark, with the comment signs that ts-morph puts around the mark of a doc comment. */
const shapeMark = /(?:\/\*\* )?__(\d+)__(?: \*\/)?/;

export function shapeOf(part: TypeScriptPart): CodeShape {
  const shapeTexts: (string | readonly CodeShape[])[] = [];
  const takeOut = (shapeText: string | readonly CodeShape[]): string =>
    `__${shapeTexts.push(shapeText) - 1}__`;
  const codeShape = (name: string, partValue: unknown): unknown => {
    if (typeof partValue === "function") throw new Error(`\`${name}\` of a ${part.kind} is no data`);
    if (typeof partValue === "string" && partValue !== "" && name !== "kind")
      return takeOut(codeOfPart(name, partValue));
    if (Array.isArray(partValue)) return partValue.map((each) => codeShape(name, each));
    if (typeof partValue !== "object" || partValue === null) return partValue;
    return Object.fromEntries(Object.entries(partValue).map(([key, each]) => [key, codeShape(key, each)]));
  };
  if (part.kind !== "interface") return { key: JSON.stringify(codeShape("", part)), shapeTexts };
  const { methods = [], properties = [], ...rest } = part;
  const members = [
    ...methods.map((method) => shapeOf({ ...method, kind: "method" })),
    ...properties.map((property) => shapeOf({ ...property, kind: "property" })),
  ];
  // Each member has its own shape, so an interface's does not depend on their number.
  const whole = members.length > 0 ? { properties: [{ name: takeOut(members) }] } : {};
  return { key: JSON.stringify({ ...(codeShape("", rest) as object), ...whole }), shapeTexts };
}

/** The part that a shape's key describes, with marks instead of texts. */
export function partOf({ key }: CodeShape): TypeScriptPart {
  return JSON.parse(key) as TypeScriptPart;
}

/** This shape and the shapes of its members. */
export function shapesIn(codeShape: CodeShape): readonly CodeShape[] {
  return [
    codeShape,
    ...codeShape.shapeTexts.flatMap((shapeText) =>
      typeof shapeText === "string" ? [] : shapeText.flatMap(shapesIn),
    ),
  ];
}

/** The code of a part: the printed shape with its texts in place of the marks. */
export function fillShape(codeShape: CodeShape, printed: (codeShape: CodeShape) => string): string {
  const { shapeTexts } = codeShape;
  return printed(codeShape)
    .split(shapeMark)
    .map((piece, index) => (index % 2 === 0 ? piece : shapeTextAt(shapeTexts[Number(piece)] ?? "", printed)))
    .join("");
}

function shapeTextAt(
  shapeText: CodeShape["shapeTexts"][number],
  printed: (codeShape: CodeShape) => string,
): string {
  if (typeof shapeText === "string") return shapeText;
  // The mark of the members is followed by a semicolon.
  return shapeText
    .map((member) => fillShape(member, printed))
    .join("\n")
    .replace(/;$/, "");
}

function codeOfPart(name: string, shapeText: string): string {
  if (name === "docs") return docCode(shapeText);
  // The mark is between quotes.
  return name === "moduleSpecifier" ? JSON.stringify(shapeText).slice(1, -1) : shapeText;
}
