import { readListedContract } from "@proviso/manifest";
import type { JsonObject } from "@proviso/manifest";
import type { Claim, ClaimRow, Evidence } from "./claim.ts";

/** The facts of the contract in `_meta` of the tool, as a client gets it over MCP. */
function factsOf({ seen, listed }: Evidence): JsonObject | undefined {
  const tool = listed.get(seen.contract.wireName ?? seen.tool.replace(".", "_"));
  if (!tool) return undefined;
  const { _meta: meta = {}, ...rest } = tool;
  return readListedContract({ ...rest, meta } as unknown as Parameters<typeof readListedContract>[0]);
}

/** A line of the front matter, and the part of a contract that says the same. */
function row(place: string, said: (facts: JsonObject) => unknown): ClaimRow {
  return {
    place: `data ${place}`,
    says: /^.*$/,
    means: "the contract that a client gets over MCP says the same",
    isTrue(all, [text]) {
      const facts = factsOf(all);
      return facts && JSON.stringify(said(facts)) === JSON.stringify(JSON.parse(text));
    },
    instead: (all) => JSON.stringify(said(factsOf(all) ?? {})),
  };
}

const kindOf = (value: unknown): unknown => (value as { readonly kind?: unknown } | undefined)?.kind;

/** What clients are told of a contract in `_meta`. */
export const listed: Claim = {
  kind: "listed",
  rows: [
    row("riskLevel", (facts) => facts["riskLevel"]),
    row("permissions", (facts) => facts["permissions"]),
    row("requirements", (facts) => facts["requirements"]),
    row("stepUp", (facts) => kindOf(facts["stepUpAuth"])),
    row("dryRun", (facts) => (facts["dryRun"] as { readonly mode?: string } | undefined)?.mode ?? "none"),
    row("readsPrivate", (facts) => (facts["dataFlow"] as JsonObject)["readsPrivate"]),
    row("returnsUntrusted", (facts) => (facts["dataFlow"] as JsonObject)["returnsUntrusted"]),
  ],
};
