import type { Who } from "./product.ts";
import type { Caller, Reach, Way } from "./way.ts";

/** The fixture of one behaviour. */
export interface Bench {
  readonly way: Way;
  /** Different for every behaviour, so that their effects can be told apart. */
  readonly text: string;
  /** A connected caller: by default anna, who can ask nobody. */
  come(who?: Who, reach?: Reach): Promise<Caller>;
  /** The effects so far with this text, in order: the tools that ran, and their other lines. */
  effects(): readonly string[];
}

/** Behaviours by the sentence that describes each. */
export type Behaviours = Readonly<Record<string, (bench: Bench) => Promise<void>>>;
