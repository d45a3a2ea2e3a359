import type { ToolContract } from "@proviso/manifest";
import type { ListedTool } from "./listed-tool.ts";

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
  readonly definition: ListedTool;
  /** Whether nobody has accepted a tool that the first list did not have. Its words do not reach the host. */
  readonly isNew: boolean;
  /** Why every call is refused, for the caller: an agent, which must not accept a change itself. */
  readonly blocked?: string;
  /** What an operator has to do about a definition that is new or has changed. */
  readonly change?: string;
}
