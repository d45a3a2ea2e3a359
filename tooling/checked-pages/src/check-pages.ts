import { globSync } from "node:fs";
import type { JsonObject, ToolContract } from "@proviso/manifest";
import { beyond } from "./claims/beyond.ts";
import type { ClaimRow, Evidence } from "./claims/claim.ts";
import { claims } from "./claims/claims.ts";
import { elsewhere } from "./elsewhere/elsewhere.ts";
import { listTools, type ListedTools } from "./observe/listed-tools.ts";
import { endIn, observeTool, type Observation } from "./observe/observe-tool.ts";
import { openWorld } from "./observe/world.ts";
import { readPage, type PageText } from "./pages/read-page.ts";

/** A sentence, and whether it is what happened. */
export interface Verdict {
  readonly subject: string;
  readonly kind: string;
  readonly place: string;
  readonly sentence: string;
  readonly means: string;
  /** Undefined: no call shows it. */
  readonly isTrue: boolean | undefined;
  readonly instead?: string;
}

/** Leaves the rest out. */
export interface Selection {
  readonly tool?: string | undefined;
  readonly kind?: string | undefined;
}

export interface Checked {
  /** Each tool with the end of its plain call. */
  readonly tools: readonly { readonly name: string; readonly end: string }[];
  readonly calls: number;
  readonly verdicts: readonly Verdict[];
  /** How many sentences no call can show, by reason. */
  readonly beyond: ReadonlyMap<string, number>;
}

/** Calls the tools in every way, and compares what their pages say with what happened. */
export async function checkPages(pages: string, { tool: only, kind }: Selection = {}): Promise<Checked> {
  const isElsewhere = elsewhere.some((each) => each.kind === kind);
  const all = isElsewhere ? [] : await allTools(pages);
  const tools = all.filter(({ name }) => only === undefined || name === only);
  const listed = await listTools();
  const trials = tools.flatMap((tool) => inputsOf(tool).map((input) => ({ tool, input })));
  const seen = await inTurn(trials, ({ tool, input }) => observeTool(tool, input));
  const outside = new Map<string, number>();
  const ofPages = seen.flatMap((each) =>
    judge(each, readPage(pages, each.tool, each.variant), listed, outside),
  );
  const wanted = elsewhere.filter((each) => only === undefined && (kind ?? each.kind) === each.kind);
  const others = await inTurn(wanted, ({ check }) => check());
  return {
    tools: tools.map(({ name }) => {
      const [first] = seen.filter(({ tool }) => tool === name);
      return { name, end: (first && endIn(first, "plain")) ?? "not called" };
    }),
    calls: seen.reduce((sum, { calls }) => sum + calls.size, 0),
    verdicts: [...ofPages, ...others.flat()].filter((each) => (kind ?? each.kind) === each.kind),
    beyond: outside,
  };
}

/** The tools of the manifest, and forbidden ones, of which there are only pages: they are called by their names. */
export async function allTools(folder: string): Promise<readonly ToolContract[]> {
  await using world = await openWorld();
  const { tools } = world.server.manifest;
  const known = new Set(tools.map(({ name }) => name));
  const hidden = globSync("tools/*/*.md", { cwd: folder })
    .map((path) => path.slice("tools/".length, -".md".length).replaceAll(/[\\/]/g, "."))
    .filter((name) => !name.endsWith(".index") && !known.has(name))
    .toSorted();
  return [...tools, ...hidden.map(uncallable)];
}

function uncallable(name: string): ToolContract {
  return {
    ...(JSON.parse("{}") as ToolContract),
    name,
    riskLevel: "forbidden",
    permissions: [],
    requirements: [],
    sideEffects: [],
    examples: [],
    failureModes: [],
    confirmation: { kind: "never" },
    stepUpAuth: { kind: "never" },
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    hash: "",
  };
}

/** The inputs of the examples; a tool without examples takes no arguments. */
function inputsOf({ examples }: ToolContract): readonly JsonObject[] {
  return examples.length === 0 ? [{}] : examples.map(({ input }) => input);
}

/** A few at a time: most of the time goes by in waiting for the disk. */
async function inTurn<Given, Made>(
  all: readonly Given[],
  make: (given: Given) => Promise<Made>,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  const left = [...all.entries()];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) made[next[0]] = await make(next[1]);
  };
  await Promise.all([work(), work(), work(), work()]);
  return made;
}

function judge(
  seen: Observation,
  page: readonly PageText[],
  listed: ListedTools,
  outside: Map<string, number>,
): readonly Verdict[] {
  const evidence: Evidence = { seen, page, listed };
  return page.flatMap(({ place, text }) => {
    const read: RegExpExecArray[] = [];
    const found = claims.flatMap(({ kind, rows }) =>
      rows.flatMap((row) => {
        const match = matching(row, place, text);
        if (!match) return [];
        read.push(match);
        return [verdict(evidence, kind, place, row, match)];
      }),
    );
    return [...found, ...unread(seen.tool, place, text, read, outside)];
  });
}

function matching({ place, says }: ClaimRow, where: string, text: string): RegExpExecArray | undefined {
  const isThere = typeof place === "string" ? place === where : place.test(where);
  return (isThere && says.exec(text)) || undefined;
}

function verdict(
  evidence: Evidence,
  kind: string,
  place: string,
  { means, isTrue, instead }: ClaimRow,
  match: RegExpExecArray,
): Verdict {
  const answer = isTrue(evidence, match);
  return {
    subject: evidence.seen.tool,
    kind,
    place,
    sentence: match[0].trim(),
    means,
    isTrue: answer,
    ...(answer === false && instead && { instead: instead(evidence) }),
  };
}

/** The sentences that no claim reads. One without a reason is a finding: a new sentence needs a claim. */
function unread(
  subject: string,
  place: string,
  text: string,
  read: readonly RegExpExecArray[],
  outside: Map<string, number>,
): readonly Verdict[] {
  if (place === "question" || place === "order of the steps" || place.startsWith("list ")) return [];
  const left = [...text];
  for (const { 0: sentence, index } of read) left.fill("\n", index, index + sentence.length);
  return left
    .join("")
    .split(/\n|<br>|(?<=[.!?]) +/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\w{4}/.test(sentence))
    .flatMap((sentence) => {
      const reason = beyond.find(([where, says]) => where.test(place) && says.test(sentence))?.[2];
      if (reason === undefined)
        return [{ subject, kind: "unread", place, sentence, means: "a claim reads it", isTrue: false }];
      outside.set(reason, (outside.get(reason) ?? 0) + 1);
      return [];
    });
}
