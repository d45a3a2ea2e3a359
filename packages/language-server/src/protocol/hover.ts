import type { ToolModel } from "@proviso/compiler";
import type { WrittenName } from "@proviso/compiler/editor";
import { fieldTextAt } from "@proviso/manifest/fields";
import type { Hover, Position } from "vscode-languageserver";
import { descriptionOf, fieldsAt } from "../cursor/language-at.ts";
import { type DocumentCursor, readCursor } from "../cursor/read-cursor.ts";
import { nameAt, placesOfName } from "./name-at.ts";
import { inlineCode, plain } from "../workspace/markdown.ts";
import { type Offsets, rangeOf } from "../workspace/ranges.ts";
import type { Snapshot } from "../workspace/snapshot.ts";
import type { DocumentPlace } from "../workspace/workspace.ts";
import { askedLines, hintLines, toolCard } from "./tool-card.ts";

/** What a name or a field means, and what follows from it. */
export function hover(place: DocumentPlace, position: Position): Hover | null {
  const offset = place.document.offsetAt(position);
  const name = nameAt(place, offset);
  return name ? aboutName(place, name) : aboutField(place, offset);
}

function aboutName(place: DocumentPlace, name: WrittenName): Hover {
  const declaration = placesOfName(place, name).find(({ declares }) => declares);
  const description = declaration?.declares?.description;
  const hoveredTool = name.kind === "tool" && declaration ? toolAt(place.snapshot, declaration) : undefined;
  const parts = [
    `**${plain(name.name)}** (${kindWords[name.kind]})`,
    ...(description === undefined ? [] : [plain(description)]),
    ...(hoveredTool ? [toolCard(hoveredTool)] : []),
  ];
  return hoverOf(place, parts, name.span);
}

const kindWords: Readonly<Record<WrittenName["kind"], string>> = {
  type: "type",
  permission: "permission",
  failure: "failure mode",
  effect: "effect",
  tool: "tool",
  requirement: "requirement: the server says whether it holds",
};

function aboutField(place: DocumentPlace, offset: number): Hover | null {
  const text = place.document.getText();
  const cursor = readCursor(text, offset);
  const path = cursor && fieldPath(cursor, text);
  const hoveredField = path?.at(-1);
  if (!cursor || !path || hoveredField === undefined) return null;
  const schema = fieldsAt(path.slice(0, -1)).get(hoveredField);
  const description = schema && descriptionOf(schema);
  if (description === undefined) return null;
  const hoveredTool = path[0] === "tools" ? toolNamed(place, path[1] ?? "") : undefined;
  const derived = hoveredTool && path.length === 3 ? derivedLines(hoveredField, hoveredTool) : [];
  return hoverOf(
    place,
    [`**${hoveredField}**`, description, ...(derived.length > 0 ? [derived.join("\n")] : [])],
    cursor.word,
  );
}

/** The field of a key or of its value. */
function fieldPath({ path, at, word }: DocumentCursor, text: string): readonly string[] {
  return at === "value" ? path : [...path, text.slice(word.start, word.end)];
}

/** What follows for the tool from a field that is hovered over, and from others. */
function derivedLines(hoveredField: string, hoveredTool: ToolModel): readonly string[] {
  const { decides } = fieldTextAt([hoveredField]) ?? {};
  if (decides !== undefined) return decides === "asked" ? askedLines(hoveredTool) : hintLines(hoveredTool);
  if (hoveredField === "failureModes") {
    const codes = hoveredTool.failureModes.map((failure) => inlineCode(failure.code));
    return [`- With those that follow from the contract: ${codes.join(", ")}`];
  }
  return [];
}

function toolNamed({ snapshot, path }: DocumentPlace, verb: string): ToolModel | undefined {
  const domain = snapshot.contractAt(path);
  return domain?.tools.find(({ name }) => name === `${domain.name}.${verb}`);
}

function toolAt(snapshot: Snapshot, { name, span }: WrittenName): ToolModel | undefined {
  return snapshot.contractAt(span.file)?.tools.find((hoveredTool) => hoveredTool.name === name);
}

function hoverOf({ document }: DocumentPlace, parts: readonly string[], at: Offsets): Hover {
  return { contents: { kind: "markdown", value: parts.join("\n\n") }, range: rangeOf(document, at) };
}
