import type { Who } from "./product.ts";
import type { Caller, Reach, Way } from "./way.ts";

/** What a behaviour is tried with. */
export interface Bench {
  readonly way: Way;
  /** Different for every behaviour, so that their effects can be told apart. */
  readonly text: string;
  /** Somebody who has come in: anna, who can ask nobody, unless it is said otherwise. */
  come(who?: Who, reach?: Reach): Promise<Caller>;
  /** What has happened so far with this text, in order: the tools that ran, and what they wrote besides. */
  effects(): readonly string[];
}

/** Each by the sentence that it makes true. */
export type Behaviours = Readonly<Record<string, (bench: Bench) => Promise<void>>>;
