import type { DomainModel, NameMap, ToolModel } from "@proviso/compiler";
import {
  effectiveContract,
  type Example,
  type FailureMode,
  type Hints,
  type JsonObject,
  planSchema,
  type SideEffect,
  type ToolContract,
  callSchema,
  planName,
  wireName,
  type WireNames,
} from "@proviso/manifest";
import type { DomainContext } from "../../package/emitter.ts";
import { historyRows } from "./history-rows.ts";
import type { TemplateView } from "../../templates/view.ts";
import { askedRows, asksSentences, asksShort, behaviours, changesShort } from "./describe.ts";
import {
  dryRunSentence,
  duration,
  rateSentence,
  repeatSentence,
  retryPhrase,
  stepUpSentence,
  yesNo,
} from "./describe.ts";
import { frontmatter } from "./frontmatter.ts";
import {
  code,
  joined,
  jsonBlock,
  link,
  type Markdown,
  phrase,
  paragraphs,
  text,
} from "../../markdown/markdown.ts";
import {
  categoryPage,
  failurePage,
  permissionPage,
  relativePath,
  safetyPage,
  toolPage,
} from "./page-paths.ts";
import { label } from "./label.ts";
import { contentSentence } from "./content-sentence.ts";
import { schemaFields } from "./schema-fields.ts";
import { toolFacts } from "./tool-facts.ts";

type ToolView = { readonly [name: string]: TemplateView };

interface ToolPageContext {
  readonly domain: DomainModel;
  readonly permissions: NameMap<string>;
  readonly wireNames: WireNames;
  readonly history: DomainContext["history"];
  /** The position among the tools of its domain, for the sidebar. */
  readonly order: number;
}

/** The page of a tool, in the order in which a reviewer asks: who, when asked, what changes, what fails. */
export function toolView(tool: ToolModel, around: ToolPageContext): ToolView {
  const page = toolPage(tool);
  return {
    frontmatter: toolFrontmatter(tool, around),
    name: code(tool.name),
    wireName: code(wireName(tool, around.wireNames)),
    planName: planCode(tool, around.wireNames),
    description: paragraphs(tool.description),
    forbidden: tool.riskLevel === "forbidden",
    deprecated: deprecationNote(tool),
    risk: text(tool.riskLevel),
    label: label(tool),
    riskReason: tool.riskReason === undefined ? undefined : text(tool.riskReason),
    behaviours: joined(
      behaviours(tool.hints).map((word) => text(word)),
      ", ",
    ),
    asks: asksShort(tool),
    changes: changesShort(tool.sideEffects),
    permissionNames: permissionLinks(tool, page),
    category: link(text(tool.category), relativePath(page, categoryPage(tool.category))),
    safetyHref: relativePath(page, safetyPage(tool.riskLevel)) as Markdown,
    ...whoAndWhen(tool, around, page),
    ...whatHappens(tool),
    ...whatGoesWrong(tool, page),
    ...auditRows(tool, around),
    history: historyRows(around.history.get(tool.name) ?? []),
  };
}

function planCode(tool: ToolModel, wireNames: WireNames): Markdown | undefined {
  const name = planName(tool, wireNames);
  return name === undefined ? undefined : code(name);
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

function whoAndWhen(tool: ToolModel, around: ToolPageContext, page: string): ToolView {
  return {
    permissions: tool.permissions.map((name) => ({
      name: link(code(name), relativePath(page, permissionPage(name))),
      meaning: text(around.permissions.get(name) ?? ""),
    })),
    requirements: tool.requirements.map(code),
    asked: askedRows(tool),
    asking: asksSentences(tool),
    stepUp: stepUpSentence(tool.stepUpAuth),
    rateLimit: rateSentence(tool),
    timeout: duration(tool.timeoutMs),
  };
}

function whatHappens(tool: ToolModel): ToolView {
  return {
    sideEffects: tool.sideEffects.map(effectRow),
    refinements: (tool.refinements ?? []).map((refinement) =>
      refinementRow(refinement.when, effectiveContract(tool, refinement)),
    ),
    repeat: repeatSentence(tool),
    dryRun: dryRunSentence(tool),
    input: schemaFields(callSchema(tool)),
    content: contentSentence(tool),
    output: tool.outputSchema && schemaFields(tool.outputSchema),
    plan: tool.dryRun ? schemaFields(planSchema(tool.dryRun.preview)) : [],
    dataFlow: [
      {
        question: phrase`Reads private data`,
        answer: yesNo(tool.dataFlow.readsPrivate),
      },
      {
        question: phrase`Returns text that outsiders may have written`,
        answer: yesNo(tool.dataFlow.returnsUntrusted),
      },
      {
        question: phrase`Can send data out of the system`,
        answer: yesNo(tool.dataFlow.sendsOut),
      },
    ],
    trifecta: tool.dataFlow.readsPrivate && tool.dataFlow.returnsUntrusted && tool.dataFlow.sendsOut,
    hints: hintRows(tool.hints),
    examples: tool.examples.map(exampleView),
  };
}

function whatGoesWrong({ failureModes }: ToolModel, page: string): ToolView {
  const linked = (mode: FailureMode): Markdown =>
    link(code(mode.code), relativePath(page, failurePage(mode.code)));
  const implied = Map.groupBy(
    failureModes.filter((mode) => mode.implied),
    ({ retry }) => retry,
  );
  return {
    failures: failureModes
      .filter((mode) => !mode.implied)
      .map((mode) => ({
        code: linked(mode),
        description: text(mode.description),
        retry: retryPhrase(mode.retry),
      })),
    implied: [...implied].map(([retry, modes]) => ({
      codes: joined(modes.map(linked), ", "),
      retry: retryPhrase(retry),
    })),
  };
}

function auditRows(tool: ToolModel, around: ToolPageContext): ToolView {
  return {
    auditEvent: tool.auditEvent === "" ? phrase`none` : code(tool.auditEvent),
    owner: tool.owner === undefined ? undefined : text(tool.owner),
    metadata: metadataRows({ ...tool.metadata, ...tool.meta }),
    source: code(around.domain.file),
    hash: code(tool.hash),
  };
}

function deprecationNote(tool: ToolModel): TemplateView {
  if (!tool.deprecated) return undefined;
  const { reason, successor } = tool.deprecated;
  return { reason: text(reason), successor: successor === undefined ? undefined : code(successor) };
}

function permissionLinks(tool: ToolModel, page: string): Markdown {
  if (tool.permissions.length === 0) return phrase`none`;
  return joined(
    tool.permissions.map((name) => link(code(name), relativePath(page, permissionPage(name)))),
    ", ",
  );
}

function effectRow(effect: SideEffect): TemplateView {
  return {
    kind: text(effect.kind),
    description: text(effect.description),
    reversible: yesNo(effect.reversible),
    external: yesNo(effect.external),
  };
}

function refinementRow(when: string, effective: ToolContract): TemplateView {
  return {
    when: code(when),
    risk: text(effective.riskLevel),
    asks: asksShort({ ...effective, refinements: [] }),
    stepUp: stepUpSentence(effective.stepUpAuth),
    changes: changesShort(effective.sideEffects),
  };
}

const hintMeanings: readonly (readonly [keyof Hints, Markdown])[] = [
  ["readOnlyHint", phrase`it has no side effect`],
  ["destructiveHint", phrase`some effect cannot be undone`],
  ["idempotentHint", phrase`it only reads, or a repeated call is recognised`],
  ["openWorldHint", phrase`some effect leaves the system, or its result may hold outsiders' text`],
  ["agencyHint", phrase`it decides steps of its own`],
];

function hintRows(hints: Hints): TemplateView {
  return hintMeanings.map(([name, meaning]) => ({
    name: code(name),
    value: hints[name] === undefined ? phrase`not stated` : code(String(hints[name])),
    meaning,
  }));
}

function exampleView(example: Example, index: number): TemplateView {
  return {
    title: example.title === undefined ? phrase`Example ${index + 1}` : text(example.title),
    input: jsonBlock(example.input),
    output: example.output === undefined ? undefined : jsonBlock(example.output),
  };
}

function metadataRows(metadata: JsonObject): TemplateView {
  return Object.entries(metadata).map(([key, value]) => ({
    key: code(key),
    value: code(typeof value === "string" ? value : JSON.stringify(value)),
  }));
}
