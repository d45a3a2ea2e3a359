import { riskLevels } from "@proviso/manifest";
import { fieldTexts } from "@proviso/manifest/fields";
import { compareText } from "../report/diagnostic.ts";
import type { SourceText } from "../report/source.ts";
import type { ContractModel, ToolModel } from "../derive/model.ts";
import { parse } from "../syntax/parse.ts";
import { entriesOf, findValue } from "../syntax/syntax-tree.ts";
import { suggest } from "./levels/suggest.ts";
import type { ForeignTool } from "./read/foreign-tool.ts";
import { questions, undecidedReason } from "./classify.ts";
import { wordsOf } from "../names/words-of.ts";

/** A tool with open questions. */
export interface OpenTool {
  /** `domain.verb`. */
  readonly tool: string;
  readonly riskLevel: string;
  readonly file: string;
  readonly line: number;
  readonly questions: readonly OpenQuestion[];
}

export interface OpenQuestion {
  /** The contract's field that holds the answer to an open question. */
  readonly field: string;
  readonly question: string;
}

/**
 * The open questions of the contracts by tool, the most dangerous tools first: by the suggested level of the tools in `imported`, by
 * contract name, and then by what the contracts say.
 */
export function openQuestions(
  model: ContractModel,
  sources: readonly SourceText[],
  imported: ReadonlyMap<string, ForeignTool> = new Map(),
): readonly OpenTool[] {
  const asked = new Map(sources.map((source) => [source.path, readQuestions(source)]));
  const tools = model.domains
    .flatMap((domain) => domain.tools)
    .filter(({ riskLevel }) => riskLevel !== "forbidden")
    .map((tool) => {
      const foreign = imported.get(tool.name);
      const level = foreign ? suggest(foreign).level : tool.riskLevel;
      return { tool, danger: dangerOf(tool) + 32 * riskLevels.indexOf(level) };
    });
  return tools
    .toSorted((a, b) => b.danger - a.danger || compareText(a.tool.name, b.tool.name))
    .flatMap(({ tool }) => {
      const { file, line } = tool.spans.name;
      const found = questionsAbout(tool, asked.get(file)?.get(tool.name.slice(tool.domain.length + 1)) ?? []);
      return found.length > 0
        ? [{ tool: tool.name, riskLevel: tool.riskLevel, file, line, questions: found }]
        : [];
    });
}

function questionsAbout(tool: ToolModel, asked: readonly string[]): readonly OpenQuestion[] {
  const { riskReason, sideEffects, permissions, spans, inputSchema } = tool;
  const isUnclassified = sideEffects.some(({ kind }) => kind === "unclassified");
  const claims = Object.values(questions).filter(
    (each) => each !== questions.unknown && asked.includes(each),
  );
  const unwritten = Object.entries(fieldTexts).filter(([field]) => !spans.fields[field]);
  const about = isUnclassified ? [questions.unknown] : claims;
  return [
    ...about.flatMap((question) => asks("sideEffects", question)),
    ...asks(
      "riskReason",
      "An effect of this tool is critical by its kind. Why is `high` enough? If it is not, set `riskLevel: critical`.",
      riskReason === undecidedReason,
    ),
    ...asks(
      "permissions",
      "Who may call this tool? `permissions` is empty, so every identified caller may.",
      permissions.length === 0,
    ),
    ...unwritten.flatMap(([field, { question }]) => asks(field, question)),
    ...asks(
      "inputSchema",
      "Does this tool take arguments that the contract does not list? If not, remove `additionalProperties: true`.",
      inputSchema["additionalProperties"] === true,
    ),
  ];
}

const dangerousWords: ReadonlySet<string> = new Set(
  "delete drop remove destroy purge wipe erase kill terminate pay refund transfer charge grant revoke execute run exec send publish deploy".split(
    " ",
  ),
);

/** How dangerous a wrong classification of a tool would be. Used only for sorting. */
function dangerOf({ hints, sideEffects, name }: ToolModel): number {
  const isUnclassified = sideEffects.some(({ kind }) => kind === "unclassified");
  const isNamedSo = wordsOf(name).some((word) => dangerousWords.has(word));
  return (
    (hints.readOnlyHint ? 0 : 16) +
    (hints.destructiveHint ? 8 : 0) +
    (isNamedSo ? 4 : 0) +
    (isUnclassified ? 2 : 0) +
    (hints.openWorldHint ? 1 : 0)
  );
}

/** The questions that the import wrote as comments and that are still there, by verb. */
function readQuestions(source: SourceText): ReadonlyMap<string, readonly string[]> {
  const { tree, comments } = parse(source);
  return new Map(
    entriesOf(findValue(tree, "tools")).map(({ key, value }) => {
      const inside = comments.filter(
        ({ span }) => span.start > value.span.start && span.end <= value.span.end,
      );
      return [key, inside.map(({ text }) => text.replace(/^#\s*/, ""))];
    }),
  );
}

function asks(field: string, question: string | undefined, isAsked = true): readonly OpenQuestion[] {
  return isAsked && question !== undefined ? [{ field, question }] : [];
}
