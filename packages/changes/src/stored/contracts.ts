import type { Manifest } from "@proviso/manifest";
import type { Waiver } from "../waivers/waiver.ts";

/** The contracts that an operand holds. */
export interface OperandContracts {
  readonly manifest: Manifest;
  /**
   * `all`: everything that a project says. `agents`: what agents may know, so without forbidden tools. `listed`: only what a
   * server lists of each tool; `rests` holds the hashes of what it does not.
   */
  readonly knows: "all" | "agents" | "listed";
  readonly rests?: ReadonlyMap<string, string>;
  /** What its `proviso.yaml` waives, if it has one. */
  readonly waivers?: readonly Waiver[];
  /** Notes about the operand for a reader of the comparison. */
  readonly notes: readonly string[];
}
