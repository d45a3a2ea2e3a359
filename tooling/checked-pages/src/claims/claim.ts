import type { Observation } from "../observe/observe-tool.ts";
import type { PageText } from "../pages/read-page.ts";
import type { ListedTools } from "../observe/listed-tools.ts";

/** What a sentence is compared with. */
export interface Evidence {
  readonly seen: Observation;
  /** All texts of the page. */
  readonly page: readonly PageText[];
  readonly listed: ListedTools;
}

/** A sentence of pages, and what must have been observed if it is true. */
export interface ClaimRow {
  readonly place: string | RegExp;
  readonly says: RegExp;
  /** What must have been observed, in words. */
  readonly means: string;
  /** Undefined: the calls of this tool do not show it. */
  readonly isTrue: (evidence: Evidence, match: RegExpExecArray) => boolean | undefined;
  /** What was observed instead, in words. */
  readonly instead?: (evidence: Evidence) => string;
}

/** What pages say of one matter. */
export interface Claim {
  readonly kind: string;
  readonly rows: readonly ClaimRow[];
}
