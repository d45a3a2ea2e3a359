import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceText } from "@proviso/compiler";
import { answerGroup, type GroupedTool, type QuestionGroup } from "@proviso/compiler/import";
import { countOf } from "../terminal/count.ts";
import type { CliHost } from "../terminal/host.ts";

/** A conversation about the open questions of a project. */
export interface Conversation {
  readonly root: string;
  readonly contracts: readonly SourceText[];
  /** The groups of questions that contracts leave open. */
  groupsOf(contracts: readonly SourceText[]): readonly QuestionGroup[];
}

/** Asks the questions of all groups at the terminal. Each answer is written at once; `u` takes the last one back. */
export async function converse(
  { root, contracts: first, groupsOf }: Conversation,
  ask: (question: string) => Promise<string | undefined>,
  host: CliHost,
): Promise<void> {
  const earlier: (readonly SourceText[])[] = [];
  const skipped = new Set<string>();
  let contracts = first;
  for (;;) {
    const groups = groupsOf(contracts);
    const group = groups.find(({ id }) => !skipped.has(id));
    if (!group) return host.out(`${countOf(groups.length, "question")} left`);
    describe(group, host);
    const answer = await ask(`accept for all? (y)es, (n)o, (u)ndo, (q)uit `);
    if (answer === undefined || answer === "q") return;
    if (answer === "y") {
      const accepted = acceptGroup(root, contracts, group, host);
      earlier.push(contracts);
      contracts = accepted.contracts;
      // Tools that cannot take this answer would be asked about for ever.
      if (accepted.left.length > 0) skipped.add(group.id);
    } else if (answer === "u") {
      const before = earlier.pop();
      if (before) writeContracts(root, contracts, before);
      else host.err("there is no answer to take back");
      contracts = before ?? contracts;
      skipped.clear();
    } else if (answer === "n") skipped.add(group.id);
  }
}

export interface AcceptedGroup {
  /** All contracts, as they are now. */
  readonly contracts: readonly SourceText[];
  readonly left: readonly string[];
}

/** Accepts the question of a group, and writes the contracts that it changes. */
export function acceptGroup(
  root: string,
  contracts: readonly SourceText[],
  group: QuestionGroup,
  host: CliHost,
): AcceptedGroup {
  const { contracts: changed, left } = answerGroup(contracts, group);
  const byPath = new Map(changed.map((source) => [source.path, source]));
  const next = contracts.map((source) => byPath.get(source.path) ?? source);
  writeContracts(root, contracts, next);
  host.out(`accepted ${group.id} for ${countOf(group.tools.length - left.length, "tool")}`);
  for (const tool of left)
    host.err(`${tool}: its contract would have errors with this answer, so it is still open`);
  return { contracts: next, left };
}

function writeContracts(root: string, before: readonly SourceText[], next: readonly SourceText[]): void {
  for (const [index, { path, text }] of next.entries())
    if (before[index]?.text !== text) writeFileSync(join(root, path), text);
}

const shownTools = 8;

function describe({ id, question, tools }: QuestionGroup, host: CliHost): void {
  host.out(`\n${id}: ${question}`);
  for (const { tool, evidence } of tools.slice(0, shownTools)) host.out(describeTool(tool, evidence));
  if (tools.length > shownTools) host.out(`  and ${countOf(tools.length - shownTools, "more tool")}`);
}

function describeTool(tool: string, evidence: GroupedTool["evidence"]): string {
  return evidence === "" ? `  ${tool}` : `  ${tool} (${evidence})`;
}
