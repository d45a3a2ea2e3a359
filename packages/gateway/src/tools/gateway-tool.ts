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
  /** Why every call is refused. */
  readonly blocked?: string;
  /** The same, if the reason is a change of the definition. */
  readonly change?: string;
}
