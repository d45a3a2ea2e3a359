import type { Confirm } from "@proviso/client";

/** Who answers questions. */
export interface Person {
  /** Absent if nobody can be asked; the guard then refuses calls that need a person. */
  readonly confirm?: Confirm;
}

/** Without a terminal nobody can be asked. */
export const nobody: Person = {};
