import type { ToolContract } from "@proviso/manifest";
import type { ToolResult } from "./result.ts";

/** The parameters of `tools/call` that say what is called. */
export interface CallParams {
  readonly name: string;
  readonly arguments?: unknown;
}

/** The tools that a caller can see, and what a list says of each: the tool, and its plan. */
export interface Offer {
  readonly tools: readonly ToolContract[];
  definitionsOf(tool: ToolContract): readonly object[];
}

/** A few tools in the place of a long list: those that the host lists first, and three to search, describe and call all others. */
export interface Discovery {
  list(offer: Offer): object[];
  /** The result of a search or a description; undefined for every other name. Throws the error for an unknown tool. */
  answer(params: CallParams, offer: Offer): ToolResult | undefined;
  /** The call for which a call of `call_tool` stands; undefined if it stands for none. */
  inner(params: CallParams): CallParams | undefined;
}
