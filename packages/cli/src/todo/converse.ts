import { escapeText } from "@proviso/manifest";
import type { GroupedTool } from "@proviso/compiler/import";
import { countOf } from "../terminal/count.ts";
import type { CliHost } from "../terminal/host.ts";
import type { TodoAnswer, TodoSession } from "./todo-session.ts";

/** Asks the questions of all groups at the terminal. Each yes is written at once. */
export async function converse(
  session: TodoSession,
  ask: (question: string) => Promise<string | undefined>,
  host: CliHost,
): Promise<void> {
  const leftOpen = new Set<string>();
  for (;;) {
    const { groups, errors } = await session.read();
    if (errors.length > 0) return host.err("the contracts have errors now: `proviso check` shows them");
    const next = groups.find(({ id }) => !leftOpen.has(id));
    const answer = next && (await session.preview(next.id));
    if (!answer) return host.out(`${countOf(groups.length, "question")} left`);
    const { id, tools } = answer.group;
    describe(answer, host);
    const all = tools.length === 1 ? "accept?" : `accept for all ${tools.length}?`;
    const said = await ask(`${all} (y)es, (n)o: leave it open, (s)how all, (u)ndo the last yes, (q)uit `);
    if (said === undefined || said === "q") return;
    if (said === "y") {
      const { left = [] } = (await acceptGroup(session, id, host)) ?? {};
      // Tools that cannot take this answer would be asked about for ever.
      if (left.length > 0) leftOpen.add(id);
    } else if (said === "n") leftOpen.add(id);
    else if (said === "s") showAll(answer, host);
    else if (said === "u") leftOpen.delete((await undoLast(session, host)) ?? "");
  }
}

/** Writes the yes to a group's question, and says so; undefined if there is no such group. */
export async function acceptGroup(
  session: TodoSession,
  id: string,
  host: CliHost,
): Promise<TodoAnswer | undefined> {
  const answer = await session.accept(id);
  if (!answer) return undefined;
  const { group, left } = answer;
  host.out(`accepted ${id} for ${countOf(group.tools.length - left.length, "tool")}`);
  for (const tool of left)
    host.err(`${tool}: its contract would have errors with this answer, so it is still open`);
  return answer;
}

/** Returns the id of the group that is open again. */
async function undoLast(session: TodoSession, host: CliHost): Promise<string | undefined> {
  const group = session.lastYes()?.group;
  const problem = await session.undo();
  if (problem !== undefined) host.err(problem);
  else if (group) host.out(`undone: ${group.id} is open again for ${countOf(group.tools.length, "tool")}`);
  return problem === undefined ? group?.id : undefined;
}

const shownTools = 8;
const shownChanges = 6;

function describe({ group: { id, question, tools }, changes }: TodoAnswer, host: CliHost): void {
  host.out(`\n${id}: ${question}`);
  for (const tool of tools.slice(0, shownTools)) host.out(describeTool(tool));
  if (tools.length > shownTools) host.out(`  and ${countOf(tools.length - shownTools, "more tool")}`);
  host.out("a yes writes:");
  printChanges(changes.slice(0, shownChanges), host);
  const more = changes.slice(shownChanges).reduce((sum, { places }) => sum + places.length, 0);
  if (more > 0) host.out(`  and changes in ${countOf(more, "more place")}: \`s\` shows them`);
}

function showAll({ group: { tools }, changes }: TodoAnswer, host: CliHost): void {
  for (const tool of tools) host.out(describeTool(tool));
  printChanges(changes, host);
}

/** What an answer writes, as a diff. */
export function printChanges(changes: TodoAnswer["changes"], host: CliHost): void {
  for (const { places, lines } of changes) {
    host.out(`  ${places.length === 1 ? places[0] : `${places.length} tools`}:`);
    for (const line of lines) host.out(`    ${escapeText(line)}`);
  }
}

function describeTool({ tool, evidence }: GroupedTool): string {
  return evidence === "" ? `  ${tool}` : `  ${tool} (${evidence})`;
}
