import { claimsOf } from "../src/tool/claims.ts";
import type { Hints } from "@proviso/manifest";
import type { Unverified } from "../src/index.ts";

/** A tool of a server without contracts, with the hints that the server gives. */
export function unverified(
  why: Unverified["why"],
  hints: Partial<Hints> = {},
  more: Partial<Unverified> = {},
): Unverified {
  const wire = { name: "files_wipe", inputSchema: {}, annotations: { ...hints }, meta: {} };
  return {
    kind: "unverified",
    why,
    name: wire.name,
    wireName: wire.name,
    title: "Wipe",
    description: "",
    classification: "unclassified",
    metadata: {},
    requirements: [],
    claims: claimsOf(wire, false),
    ...more,
  };
}
