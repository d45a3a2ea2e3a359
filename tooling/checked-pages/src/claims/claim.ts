import type { ListedTools } from "../observe/listed-tools.ts";
import { type Observation, storyOf } from "../observe/observe-tool.ts";
import type { PageText } from "../pages/read-page.ts";

/** All that a sentence is compared with. */
export interface Evidence extends Observation {
  /** All texts of the page. */
  readonly page: readonly PageText[];
  readonly listed: ListedTools;
}

/** Undefined: the calls of this tool do not show it. */
export type Answer = boolean | undefined;
export type Said = readonly [place: string | RegExp, says: RegExp];

/** A fact that calls can show, and the sentences of pages that state it. */
export interface Claim {
  readonly kind: string;
  /** The fact, in words. */
  readonly means: string;
  readonly said: readonly Said[];
  readonly isTrue: (seen: Evidence, match: RegExpExecArray) => Answer;
  /** What was observed instead, in words. Defaults to how the plain call ended. */
  readonly instead?: (seen: Evidence) => string;
}

/** Tells how the calls of these ways ended. */
export function ends(...ways: readonly string[]): (seen: Evidence) => string {
  return (seen) => ways.map((way) => storyOf(seen, way)).join("; ");
}
