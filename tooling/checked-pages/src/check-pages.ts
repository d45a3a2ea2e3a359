import { globSync } from "node:fs";
import type { JsonObject, ToolContract } from "@proviso/manifest";
import { asked } from "./claims/asked.ts";
import { beyond } from "./claims/beyond.ts";
import { callers } from "./claims/callers.ts";
import { changesAndTells } from "./claims/changes-and-tells.ts";
import type { Evidence } from "./claims/claim.ts";
import { listed as ofList } from "./claims/listed.ts";
import { runs } from "./claims/runs.ts";
import { listTools } from "./observe/listed-tools.ts";
import { endIn, observeTool, storyOf } from "./observe/observe-tool.ts";
import { openWorld } from "./observe/world.ts";
import { type PageText, readPage } from "./pages/read-page.ts";

const claims = [asked, callers, changesAndTells, ofList, runs].flatMap((part) =>
  Object.entries(part).flatMap(([kind, facts]) =>
    Object.entries(facts).map(([means, [fact, ...said]]) => ({ kind, means, fact, said })),
  ),
);

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
  /** Why no call can show the sentence. */
  readonly beyond?: string;
}

export interface Checked {
  /** Each tool with the end of its plain call. */
  readonly tools: readonly { readonly name: string; readonly end: string }[];
  readonly calls: number;
  readonly verdicts: readonly Verdict[];
}

/** Calls the tools in every way, and compares what their pages say with what happened. */
export async function checkPages(pages: string, only: readonly string[] | undefined): Promise<Checked> {
  const tools = (await allTools(pages)).filter(({ name }) => only?.includes(name) ?? true);
  const listed = await listTools();
  const trials = tools.flatMap((tool) => inputsOf(tool).map((input) => ({ tool, input })));
  const seen = await inTurn(trials, ({ tool, input }) => observeTool(tool, input));
  return {
    tools: tools.map(({ name }) => {
      const first = seen.find(({ tool }) => tool === name);
      return { name, end: (first && endIn(first, "plain")) ?? "not called" };
    }),
    calls: seen.reduce((sum, { calls }) => sum + calls.size, 0),
    verdicts: seen.flatMap((each) => {
      const page = readPage(pages, each.tool, each.variant);
      return page.flatMap((text) => judge({ ...each, page, listed }, text));
    }),
  };
}

/** The tools of the manifest, and forbidden ones, of which there are only pages: they are called by name. */
export async function allTools(folder: string): Promise<readonly ToolContract[]> {
  await using world = await openWorld();
  const { tools } = world.server.manifest;
  const hidden = globSync("tools/*/*.md", { cwd: folder })
    .map((path) => path.slice("tools/".length, -".md".length).replaceAll(/[\\/]/g, "."))
    .filter((name) => !name.endsWith(".index") && !tools.some((tool) => tool.name === name))
    .toSorted();
  return [...tools, ...hidden.map(uncallable)];
}

function uncallable(name: string): ToolContract {
  const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  const lists = { permissions: [], requirements: [], sideEffects: [], examples: [], failureModes: [] };
  const never = { kind: "never" } as const;
  const levels = { riskLevel: "forbidden", confirmation: never, stepUpAuth: never } as const;
  return { ...(JSON.parse("{}") as ToolContract), name, ...lists, ...levels, hints, hash: "" };
}

/** The inputs of the examples; a tool without examples takes no arguments. */
function inputsOf({ examples }: ToolContract): readonly JsonObject[] {
  return examples.length === 0 ? [{}] : examples.map(({ input }) => input);
}

/** Works on four at a time: most of the time goes by in waiting for the disk. */
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

/** Compares each sentence of a text that a claim reads; the others need a reason. */
function judge(seen: Evidence, { place, text }: PageText): readonly Verdict[] {
  const unread = [...text];
  const subject = { subject: seen.tool, place };
  const verdicts = claims.flatMap(({ kind, means, fact, said }) =>
    said.flatMap(([where, says]): readonly Verdict[] => {
      const match = (typeof where === "string" ? where === place : where.test(place)) && says.exec(text);
      if (!match) return [];
      unread.fill("\n", match.index, match.index + match[0].length);
      const answer = fact(seen, match);
      const isTrue = typeof answer === "string" ? false : answer;
      const instead = typeof answer === "string" ? answer : storyOf(seen);
      const verdict = { ...subject, kind, means, sentence: match[0].trim(), isTrue };
      return [isTrue === false ? { ...verdict, instead } : verdict];
    }),
  );
  if (/^(?:question$|order of the steps$|list )/.test(place)) return verdicts;
  const rest = unread
    .join("")
    .split(/\n|<br>|(?<=[.!?]) +/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\w{4}/.test(sentence));
  return [
    ...verdicts,
    // A new sentence needs a claim, or a reason.
    ...rest.map((sentence): Verdict => {
      const why = beyond.find(([at, says]) => at.test(place) && says.test(sentence))?.[2];
      const verdict = { ...subject, kind: "unread", sentence, means: "a claim reads it" };
      return why === undefined
        ? { ...verdict, isTrue: false }
        : { ...verdict, isTrue: undefined, beyond: why };
    }),
  ];
}
