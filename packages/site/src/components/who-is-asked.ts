import type { PageFacts } from "../facts/page-facts.ts";

/** For how many of these tools the server asks, and for how many more the guard does. */
export function askedSummary(tools: readonly PageFacts[]): string {
  const callable = tools.flatMap(({ asked }) => (asked ? [asked] : []));
  if (callable.length === 0) return "";
  const byServer = callable.filter(({ server }) => server !== "never").length;
  const byGuard = callable.filter((asked) => asked.server === "never" && asked.live !== "never").length;
  const server = `The server asks a person for ${counted(byServer, callable.length)}.`;
  return byGuard === 0 ? server : `${server} The guard asks for ${byGuard} more in live.`;
}

function counted(count: number, all: number): string {
  if (count === 0) return "none";
  return count === all ? "all" : `${count} of ${all}`;
}
