import type { PageFacts } from "../facts/page-facts.ts";

/** For how many of these tools the server asks always, sometimes or never, and where the guard asks more often. */
export function askedSummary(tools: readonly PageFacts[]): string {
  const callable = tools.flatMap(({ asked }) => (asked ? [asked] : []));
  if (callable.length === 0) return "";
  const counts = words.flatMap(([often, said]) => {
    const count = callable.filter(({ server }) => server === often).length;
    return count === 0 ? [] : [`${said} ${count === callable.length ? "all" : count}`];
  });
  const server = callable.every(({ server: often }) => often === "never")
    ? "The server asks nobody."
    : `The server asks a person ${counts.join(", ")}.`;
  const stricter = callable.filter(({ server: often, live }) => live !== often).length;
  return stricter === 0 ? server : `${server} In live the guard asks more often for ${stricter}.`;
}

const words = [
  ["always", "every time for"],
  ["sometimes", "for some calls of"],
  ["never", "never for"],
] as const;
