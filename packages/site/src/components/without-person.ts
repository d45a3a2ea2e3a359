import { effectWords } from "@proviso/manifest";
import { doesUnasked } from "../facts/does-unasked.ts";
import type { PageFacts } from "../facts/page-facts.ts";

/**
 * What these tools may do in calls that the server asks nobody about, the most dangerous first, and how many tools have such calls:
 * `Without a person: updates, creates (4 tools, and some calls of 1 more).` Empty if no agent can call any of them.
 */
export function withoutPerson(tools: readonly PageFacts[]): string {
  const callable = tools.flatMap(({ asked, ...tool }) => (asked ? [{ ...tool, asked }] : []));
  if (callable.length === 0) return "";
  const free = callable.filter(({ asked }) => asked.server !== "always");
  const stricter = callable.filter(({ asked }) => asked.live !== asked.server).length;
  const guard = stricter === 0 ? "" : ` In live the client's guard asks more often for ${stricter}.`;
  if (free.length === 0) return `Without a person: nothing.${guard}`;
  const some = free.filter(({ asked }) => asked.server === "sometimes").length;
  const every = free.length - some;
  const counts = [
    ...(every > 0 ? [`${every} ${every === 1 ? "tool" : "tools"}`] : []),
    ...(some > 0 ? [`some calls of ${some} ${every > 0 ? "more" : some === 1 ? "tool" : "tools"}`] : []),
  ];
  const words = effectWords.filter((word) => free.some((tool) => doesUnasked(tool, "server").includes(word)));
  const open = free.filter(({ readsPrivate, limits }) => readsPrivate && limits === "").length;
  const data =
    open === 0 ? "" : ` ${open} of them ${open === 1 ? "reads" : "read"} private data without a limit.`;
  return `Without a person: ${words.join(", ")} (${counts.join(", and ")}).${data}${guard}`;
}
