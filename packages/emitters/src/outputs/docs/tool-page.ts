import type { DomainModel, NameMap, ToolModel } from "@proviso/compiler";
import {
  callSchema,
  type Example,
  type Hints,
  type JsonObject,
  planName,
  wireName,
  type WireNames,
} from "@proviso/manifest";
import { labelBranches, safetyLabel } from "@proviso/manifest/label";
import { isVisible } from "../../naming/project-outline.ts";
import type { DomainContext } from "../../package/emitter.ts";
import {
  code,
  joined,
  jsonBlock,
  link,
  type Markdown,
  paragraphs,
  phrase,
  text,
  textBlock,
} from "../../text/markdown.ts";
import type { TemplateView } from "../../templates/view.ts";
import { exampleInputs } from "./call-data.ts";
import { callSteps } from "./call-steps.ts";
import { contentSentence } from "./content-sentence.ts";
import { stepUpSentence, workAbout } from "./describe.ts";
import { frontmatter } from "./frontmatter.ts";
import { historyRows } from "./history-rows.ts";
import {
  branchHeads,
  changesCell,
  contractTables,
  dataCell,
  failuresCell,
  impliedFailuresCell,
} from "./contract-tables.ts";
import { categoryPage, relativePath, safetyPage, toolPage } from "./page-paths.ts";
import { questionPreview } from "./question-preview.ts";
import { schemaFields } from "./schema-fields.ts";
import { toolFacts } from "./tool-facts.ts";

type ToolView = { readonly [name: string]: TemplateView };

interface ToolPageContext {
  readonly domain: DomainModel;
  readonly permissions: NameMap<string>;
  readonly reconciled: NameMap<readonly string[]>;
  readonly wireNames: WireNames;
  readonly history: DomainContext["history"];
  /** The position among the tools of its domain, for the sidebar. */
  readonly order: number;
}

/** The page of a tool: its label, a call's steps, how to call it, its fields, its history. */
export function toolView(tool: ToolModel, around: ToolPageContext): ToolView {
  const page = toolPage(tool);
  const isForbidden = !isVisible(tool);
  return {
    frontmatter: toolFrontmatter(tool, around),
    name: code(tool.name),
    description: paragraphs(tool.description),
    forbidden: isForbidden,
    deprecated: deprecationNote(tool),
    sentence: text(safetyLabel(tool).sentence),
    labels: labelTables(tool),
    isRefined: (tool.refinements ?? []).length > 0,
    ...(isForbidden ? forbiddenFacts(tool, page) : callableFacts(tool, around, page)),
    input: schemaFields(callSchema(tool)),
    content: contentSentence(tool),
    output: tool.outputSchema && schemaFields(tool.outputSchema),
    ...factsOnRecord(tool, around, page),
    history: historyRows(around.history.get(tool.name) ?? []),
  };
}

function labelTables(tool: ToolModel): readonly TemplateView[] {
  const heads = branchHeads(tool);
  return labelBranches(tool).map(({ rows }, at) => ({
    head: heads[at],
    rows: rows.map((row) => ({ name: text(row.name), text: text(row.text) })),
  }));
}

function forbiddenFacts(tool: ToolModel, page: string): ToolView {
  const { people, permissions, riskLevel, sideEffects } = tool;
  const held = permissions.length === 0 ? phrase`` : phrase` with ${joined(permissions.map(code), ", ")}`;
  const named =
    permissions.length === 0
      ? phrase``
      : phrase`Whoever holds ${joined(permissions.map(code), ", ")}, which its contract names, cannot call it either. `;
  return {
    risk: text(riskLevel),
    canCall: people
      ? phrase`No agent. A person${held} may, in the product: they confirm each call there. ${stepUpSentence(tool)}`
      : phrase`Nobody: no permission allows it, and nobody is asked. Proviso serves it to nobody. An agent that calls it gets the error for a tool that does not exist: ${code(`Unknown tool: ${tool.name}`)}. ${named}This page says what it would do, for reviewers of the contracts.`,
    safetyHref: relativePath(page, safetyPage(riskLevel)) as Markdown,
    wouldChange: changesCell(sideEffects),
    wouldReturn: dataCell(tool),
    fails: undefined,
    hints: undefined,
  };
}

function callableFacts(tool: ToolModel, around: ToolPageContext, page: string): ToolView {
  const { wireNames } = around;
  const name = wireName(tool, wireNames);
  const inputs = exampleInputs(tool);
  const question = questionPreview(tool, inputs);
  return {
    tables: contractTables(tool, around, page),
    workAbout: workAbout(tool),
    work: (tool.steps ?? []).map((each) => ({ name: code(each.name), does: text(each.does) })),
    steps: callSteps(tool, name).map(({ sentence }) => sentence),
    question: question === undefined ? undefined : textBlock(question),
    questionAbout: joined(
      [
        phrase`An example; a client's guard has other words.`,
        ...(tool.dryRun ? [phrase`A real plan has its own values, effects and warnings.`] : []),
      ],
      " ",
    ),
    callAbout: callAbout(tool, inputs),
    call: jsonBlock({ name, ...(inputs[0] && { arguments: inputs[0] }) }),
    examples: tool.examples.flatMap(exampleView),
    plan: planFields(tool),
    hasPlan: tool.dryRun !== undefined,
    planName: code(planName(tool, wireNames) ?? ""),
    hints: hintsPhrase(tool.hints),
    fails: failuresCell(tool.failureModes, page),
    implied: impliedFailuresCell(tool.failureModes, page),
  };
}

/** The fields of the plan, without those inside a type whose fields the output has under the same names. */
function planFields({ dryRun, outputSchema }: ToolModel): TemplateView {
  const shown = new Set(outputSchema && schemaFields(outputSchema).map((row) => JSON.stringify(row)));
  const fields = dryRun ? schemaFields(dryRun.preview) : [];
  return fields.filter((row) => !/[.[]/.test(row.name) || !shown.has(JSON.stringify(row)));
}

function callAbout({ examples }: ToolModel, inputs: readonly JsonObject[]): Markdown {
  const [first] = examples;
  if (first)
    return first.title === undefined
      ? phrase`With the example of the contract:`
      : phrase`Example: ${text(first.title)}.`;
  const [input] = inputs;
  if (input && Object.keys(input).length === 0) return phrase`It needs no arguments:`;
  return input
    ? phrase`The contract has no example. The arguments are made from its schema:`
    : phrase`The contract has no example, and none can be made from its schema. Add the arguments:`;
}

function toolFrontmatter(tool: ToolModel, around: ToolPageContext): TemplateView {
  return frontmatter({
    title: tool.title,
    description: tool.description,
    label: tool.name.slice(tool.domain.length + 1),
    order: around.order,
    source: around.domain.file,
    riskLevel: tool.riskLevel,
    tool: toolFacts(tool),
  });
}

function factsOnRecord(tool: ToolModel, { domain }: ToolPageContext, page: string): ToolView {
  return {
    auditEvent: tool.auditEvent === "" ? phrase`none` : code(tool.auditEvent),
    category: link(text(tool.category), relativePath(page, categoryPage(tool.category))),
    owner: tool.owner === undefined ? undefined : text(tool.owner),
    metadata: metadataRows({ ...tool.metadata, ...tool.meta }),
    source: code(domain.file),
    hash: code(tool.hash),
  };
}

function deprecationNote(tool: ToolModel): TemplateView {
  if (!tool.deprecated) return undefined;
  const { reason, successor } = tool.deprecated;
  return { reason: text(reason), successor: successor === undefined ? undefined : code(successor) };
}

/** The annotations that clients are sent. One that is not stated is not sent. */
function hintsPhrase(hints: Hints): Markdown {
  return joined(
    Object.entries(hints).map(([name, value]) => phrase`${code(name)} ${text(String(value))}`),
    ", ",
  );
}

/** The first example's input is shown as a call. */
function exampleView({ title, input, output }: Example, index: number): readonly TemplateView[] {
  if (index === 0 && output === undefined) return [];
  return [
    {
      title: title === undefined ? phrase`Example ${index + 1}` : text(title),
      input: index === 0 ? undefined : jsonBlock(input),
      output: output === undefined ? undefined : jsonBlock(output),
    },
  ];
}

function metadataRows(metadata: JsonObject): TemplateView {
  return Object.entries(metadata).map(([key, value]) => ({
    key: code(key),
    value: code(typeof value === "string" ? value : JSON.stringify(value)),
  }));
}
