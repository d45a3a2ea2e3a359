import type { PageFacts } from "../facts/page-facts.ts";

type Asked = NonNullable<PageFacts["asked"]>;

/** The text of a badge. `live` never asks less than `test`. */
export function whoIsAsked({ test, live }: Asked): string {
  const often = live === "always" ? "asks a person" : "asks a person for some calls";
  return test === live ? often : `${often} in live`;
}

/** How many of these tools ask a person, as a sentence. Forbidden tools are not called, so they ask nobody. */
export function askedSummary(tools: readonly PageFacts[]): string {
  const callable = tools.flatMap(({ asked }) => (asked ? [asked] : []));
  if (callable.length === 0) return "";
  const [test, live] = (["test", "live"] as const).map(
    (env) => callable.filter((asked) => asked[env] !== "never").length,
  );
  const all = callable.length;
  if (live === 0) return "No person is asked.";
  if (test === all) return "A person is asked.";
  const counted = (count: number | undefined): string =>
    count === 0 ? "none" : count === all ? "all" : `${count} of ${all}`;
  return test === live
    ? `A person is asked for ${counted(live)}.`
    : `A person is asked for ${counted(test)} in test, ${counted(live)} in live.`;
}

const askedWords = { never: "never", sometimes: "for some calls", always: "every time" } as const;

/** The wording of the generated pages. */
export function askedInWords({ test, live }: Asked): string {
  return test === live ? askedWords[live] : `${askedWords[test]}; in live ${askedWords[live]}`;
}
