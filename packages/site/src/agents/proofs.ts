import type { ProvedClaim } from "proviso/proof-page";
import type { AgentView } from "./agent-view.ts";

export type { ProvedClaim };

/** The guarantee that says of a caller with these permissions that a person sees each call that carries private data out. */
export function proofOf(
  proofs: readonly ProvedClaim[],
  { verdict }: AgentView,
  held: ReadonlySet<string>,
): ProvedClaim | undefined {
  if (verdict !== "confirmed") return undefined;
  return proofs.find(
    ({ permissions }) => permissions === undefined || [...held].every((each) => permissions.includes(each)),
  );
}

/** How a link names it. */
export const proofWords = ({ id }: ProvedClaim): string => `proved: guarantee ${id}`;
