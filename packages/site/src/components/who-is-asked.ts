import type { PageFacts } from "../facts/page-facts.ts";

/** For how many of these tools the server asks always, sometimes or never, and where the guard asks more often. */
export function askedSummary(tools: readonly PageFacts[]): string {
  const callable = tools.flatMap(({ asked }) => (asked ? [asked] : []));
  if (callable.length === 0) return "";
  const stricter = callable.filter(({ server, live }) => live !== server).length;
  const guard = stricter === 0 ? "" : ` In live the guard asks more often for ${stricter}.`;
  return `${askedByServer(callable.map(({ server }) => server))}${guard}`;
}

type Asked = NonNullable<PageFacts["asked"]>["server"];

function askedByServer(asked: readonly Asked[]): string {
  const [first = "never"] = asked;
  if (asked.every((each) => each === first)) return forAll[first];
  const counts = (["always", "sometimes", "never"] as const).flatMap((often) => {
    const count = asked.filter((each) => each === often).length;
    return count === 0 ? [] : [`${forSome[often]} ${count}`];
  });
  return `The server asks a person ${counts.join(", ")}.`;
}

const forAll: Readonly<Record<Asked, string>> = {
  always: "The server asks a person every time.",
  sometimes: "The server asks a person for some calls.",
  never: "The server asks nobody.",
};
const forSome: Readonly<Record<Asked, string>> = {
  always: "every time for",
  sometimes: "for some calls of",
  never: "never for",
};
