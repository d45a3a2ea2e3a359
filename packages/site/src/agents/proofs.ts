import type { ProvedClaim } from "proviso/proof-page";
import type { AgentView, EffectCount } from "./agent-view.ts";

export type { ProvedClaim };

/** How guarantees name what words for effects stand for. */
const deedsOf: Readonly<Record<string, string>> = {
  erases: "deletes",
  overwrites: "updates",
  "grants access": "grants",
  "sends to outsiders": "sends",
  "calls other systems": "calls",
};
const moving: ReadonlySet<string> = new Set(["pays", "refunds"]);

/** The guarantee that says of a caller with these permissions that a person sees each call that carries private data out. */
export function proofOfVerdict(
  proofs: readonly ProvedClaim[],
  { verdict }: AgentView,
  held: ReadonlySet<string>,
): ProvedClaim | undefined {
  if (verdict !== "confirmed") return undefined;
  return proofs.find((proof) => proof.claim.kind === "stays" && isAbout(proof, held));
}

/** The guarantee that says of a caller with these permissions that the server leaves no call with an effect unasked. */
export function proofOfEffect(
  proofs: readonly ProvedClaim[],
  { word, unasked }: EffectCount,
  held: ReadonlySet<string>,
): ProvedClaim | undefined {
  if (unasked.server > 0) return undefined;
  return proofs.find(({ claim, ...proof }) => {
    if (claim.kind !== "asked" || !isAbout(proof, held)) return false;
    return claim.deed === (deedsOf[word] ?? word) || (claim.deed === "moves money" && moving.has(word));
  });
}

function isAbout({ permissions }: Pick<ProvedClaim, "permissions">, held: ReadonlySet<string>): boolean {
  return permissions === undefined || [...held].every((each) => permissions.includes(each));
}

/** `guarantee 3`: how a link names it. */
export const proofWords = ({ id }: ProvedClaim): string => `proved: guarantee ${id}`;
