import type { Diagnostic } from "@proviso/compiler";
import type { CodeDescription } from "@proviso/compiler/print";
import { code, link } from "@proviso/emitters/markdown";
import { escapeText, type Manifest } from "@proviso/manifest";
import type { Proved, ToolCall } from "@proviso/prove";
import type { Compared } from "./prove-project.ts";
import { countOf } from "../terminal/count.ts";
import { printFor } from "../diff/annotations.ts";
import { inert } from "../diff/inert.ts";

/** One format of `proviso prove`. */
export interface ProofFormat {
  readonly name: string;
  /** A few words for the help. */
  readonly summary: string;
  /** Without the last line end. `folder`: the project's in its repository, ending with `/`. */
  print(proved: readonly Compared[], folder: string): string;
}

/** What every output says. */
export const scope =
  "Contracts are proved here, and servers enforce them on every call; what handlers do is not proved.";

/** At most this much of a call is shown. */
const maxOfCall = 300;

const textFormat: ProofFormat = {
  name: "text",
  summary: "for people",
  print: (proved) => [...proved.map(lines), "", counts(proved), scope].join("\n"),
};

function lines(each: Compared): string {
  const { verdict, guarantee, tools, steps, was = verdict } = each;
  const head = `${verdict.padEnd(15)} ${escapeText(said(guarantee))}`;
  const size = verdict === "proved" ? `  (${countOf(tools, "tool")}, ${countOf(steps, "step")})` : "";
  const before = was === verdict ? "" : `  (before: ${was})`;
  return [head + size + before, ...reasons(each, escapeText).map((line) => `${" ".repeat(16)}${line}`)].join(
    "\n",
  );
}

/** A sentence with what narrows it: the tools first, because it is said of no other. */
function said({ sentence, where, tools, permissions }: Proved["guarantee"]): string {
  const parts = [
    where === undefined ? undefined : `where ${where}`,
    permissions && `with ${permissions.join(", ")}`,
  ].filter((part) => part !== undefined);
  const of = tools ? `${tools.join(", ")}: ` : "";
  return `${of}${sentence}${parts.length === 0 ? "" : ` (${parts.join("; ")})`}`;
}

/** What breaks a guarantee, or what is not decided. */
function reasons({ calls = [], undecided }: Proved, shown: (text: string) => string): readonly string[] {
  if (!undecided) return calls.map((call) => shown(callText(call)));
  const { tool, expression, why } = undecided;
  return [shown(`${tool}: \`${expression}\`: ${why}`)];
}

/** A call on one line, as people read it. */
export function callText({ tool, input, principal, env }: ToolCall): string {
  const given = JSON.stringify(input);
  const short = given.length > maxOfCall ? `${given.slice(0, maxOfCall)}…` : given;
  const { permissions: _held, kind = "agent", id, ...facts } = principal;
  const caller = [
    `by an ${kind}`.replace("an user", "a user"),
    ...Object.entries(facts).map(([name, value]) => `${name} ${String(value)}`),
  ];
  const who = id === undefined || id === "someone" ? [] : [`id ${id}`];
  return `${tool} ${short} ${[...caller, ...who].join(", ")} in ${env.name}`;
}

function counts(proved: readonly Proved[]): string {
  const of = (verdict: Proved["verdict"]): number => proved.filter((each) => each.verdict === verdict).length;
  const undecidable = of("undecidable");
  const parts = [`${of("proved")} proved`, countOf(of("counterexample"), "counterexample")];
  return [...parts, ...(undecidable > 0 ? [`${undecidable} undecidable`] : [])].join(", ");
}

const jsonFormat: ProofFormat = {
  name: "json",
  summary: "one object for machines",
  print: (proved) =>
    JSON.stringify(
      {
        ok: proved.every(({ verdict }) => verdict !== "counterexample"),
        scope,
        guarantees: proved.map(
          ({ guarantee: { sentence, span, where, tools: only, permissions }, ...rest }) => ({
            sentence,
            ...rest,
            ...(where !== undefined && { where }),
            ...(only && { only }),
            ...(permissions && { permissions }),
            file: span.file,
            line: span.line,
          }),
        ),
      },
      null,
      2,
    ),
};

const markdownFormat: ProofFormat = {
  name: "markdown",
  summary: "a comment for a pull request",
  print: (proved) => [`### Guarantees: ${counts(proved)}`, proofTable(proved), scope].join("\n\n"),
};

/** Markdown. On a page, each guarantee has its place in `guarantees.yaml` and an anchor. */
function proofTable(proved: readonly Compared[], isPage = false): string {
  const rows = proved.map((each, at) => {
    const { was = each.verdict } = each;
    const now = each.verdict === "counterexample" ? "**counterexample**" : each.verdict;
    const verdict = was === each.verdict ? now : `${was} → ${now}`;
    const why = reasons(each, code).join("<br>");
    const id = isPage ? `| <a id="guarantee-${at + 1}"></a>${at + 1} ` : "";
    const size = isPage ? aboutOf(each) : `${countOf(each.tools, "tool")}, ${countOf(each.steps, "step")}`;
    return `${id}| ${verdict} | ${isPage ? linked(each.guarantee) : inert(said(each.guarantee))} | ${why || size} |`;
  });
  const [head, line] = isPage ? ["| Number ", "| --- "] : ["", ""];
  const last = isPage ? "Which tools it is about, or what breaks it" : "Looked at, or found";
  return [`${head}| Verdict | Guarantee | ${last} |`, `${line}| --- | --- | --- |`, ...rows].join("\n");
}

/** So many tools are named. */
const fewTools = 7;

function aboutOf({ about, tools, steps }: Proved): string {
  const pages = about.map((name) => link(code(name), `/tools/${name.replace(".", "/")}/`));
  const named = pages.length > 0 && pages.length <= fewTools ? `: ${pages.join(", ")}` : "";
  return `${about.length} of ${countOf(tools, "tool")}${named} (${countOf(steps, "step")})`;
}

/** A guarantee with a link to where the page about agents shows what it is about. Pages have no place for log-ins and repeated calls. */
function linked(guarantee: Proved["guarantee"]): string {
  const { claim, permissions } = guarantee;
  const held = (permissions ?? []).map(encodeURIComponent).join(",").replaceAll("%3A", ":");
  const isAboutAll = claim.kind === "asked" || (claim.kind === "stays" && permissions === undefined);
  if (claim.kind === "log-in" || claim.kind === "repeated") return inert(said(guarantee));
  return link(inert(said(guarantee)), isAboutAll ? "/agents/#effects" : `/agents/?with=${held}`);
}

/** A page of the site: Markdown whose first line is its title. */
export function proofPage(proved: readonly Proved[], { tools }: Pick<Manifest, "tools">): string {
  const closed = tools.filter(({ riskLevel }) => riskLevel === "forbidden").length;
  const open = `the contracts of ${countOf(tools.length - closed, "tool")} that agents can call`;
  const left =
    closed === 0
      ? ""
      : ` Left out: ${countOf(closed, "forbidden tool")}, of which no agent's call is possible.`;
  const read = [
    "Each sentence of `guarantees.yaml` is decided for every call that the contracts allow. Not each call is tried: values about which all conditions say the same form a cell, and one of each cell is evaluated. Steps are evaluations of conditions. A sentence about private data is about the tools that send data out. `proviso explain guarantee/unknown-sentence` lists the sentences that can be written: none is free text.",
    "Asked means: a person decides about the call, or has approved such calls beforehand by a standing approval. Repeated means: an equal call of the same caller, within the time that the contract says. Nobody is asked about it again: it gets the first answer.",
  ];
  return [
    "# What is proved",
    `**${counts(proved)}**, of ${open}.${left} ${scope}`,
    proofTable(proved, true),
    ...read,
  ].join("\n\n");
}

/** The code of a guarantee with this verdict, in formats for services. */
const meanings: Readonly<Record<"counterexample" | "undecidable", string>> = {
  counterexample: "A call that the contracts allow breaks a guarantee.",
  undecidable: "It is not decided whether the contracts keep a guarantee.",
};

function toFinding(each: Proved): readonly Diagnostic[] {
  const { verdict, guarantee } = each;
  if (verdict === "proved") return [];
  return [
    {
      code: `prove/${verdict}`,
      severity: verdict === "counterexample" ? "error" : "warning",
      message: `${verdict}: ${said(guarantee)}: ${reasons(each, String).join("; ")}`,
      hint: scope,
      span: guarantee.span,
    },
  ];
}

function describe(id: string): CodeDescription | undefined {
  const verdict = id === "prove/counterexample" ? "counterexample" : "undecidable";
  const means = meanings[verdict];
  const fix = "Tighten the contract, or narrow the guarantee.";
  return { summary: means, severity: verdict === "counterexample" ? "error" : "warning", means, fix };
}

function annotated(name: string, summary: string): ProofFormat {
  const print: ProofFormat["print"] = (proved, folder) =>
    printFor(name, proved.flatMap(toFinding), folder, describe);
  return { name, summary, print };
}

/** Every format of `proviso prove`, the default first. */
export const proofFormats: readonly [ProofFormat, ...ProofFormat[]] = [
  textFormat,
  jsonFormat,
  markdownFormat,
  annotated("sarif", "SARIF 2.1.0 for code scanning"),
  annotated("github", "annotations in a GitHub workflow"),
];
