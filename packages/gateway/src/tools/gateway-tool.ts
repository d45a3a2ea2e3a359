import type { Budget, JsonObject, ToolContract } from "@proviso/manifest";
import type { Finding } from "./inspect-list.ts";
import type { ListedTool } from "./listed-tool.ts";
import type { OutputRule } from "./rules.ts";

/** A tool that can be called, or is refused with a reason. */
export interface GatewayTool {
  /** The reviewed contract, or the one made for a tool without. */
  readonly contract: ToolContract;
  /** The contract as the stages run it. */
  readonly enforced: ToolContract;
  readonly isReviewed: boolean;
  /** Whether it runs unasked because its server calls it a read. */
  readonly isTrusted: boolean;
  /** Whether it has a reviewed contract by which it runs unasked, and an argument for an address, which could carry data out. */
  readonly takesAddress: boolean;
  /** As the host knows it: with the prefix before its name. */
  readonly definition: ListedTool;
  /** That of its upstream; empty if there is only one. */
  readonly prefix: string;
  readonly outputs: OutputRule;
  /** The operator's, beside the contract's own. */
  readonly budget?: Budget;
  /** Whether nobody has accepted a tool that the first list did not have. Its words do not reach the host. */
  readonly isNew: boolean;
  /** Why every call is refused, for the caller: an agent, which must not accept a change itself. */
  readonly blocked?: string;
  /** What an operator has to do about a definition that is new or has changed. */
  readonly change?: string;
}

export interface ToolSet {
  /** By contract name. */
  readonly tools: ReadonlyMap<string, GatewayTool>;
  /** What the host is listed. */
  readonly listed: readonly JsonObject[];
  readonly findings: readonly Finding[];
}
