import type { Confirm } from "@proviso/client";

/** Who answers questions, if anybody does. */
export interface Person {
  /** Absent when nobody can be asked: the guard then refuses what needs a person. */
  readonly confirm?: Confirm;
}

/** Without a terminal there is nobody to ask. */
export const nobody: Person = {};
