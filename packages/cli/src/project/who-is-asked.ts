import {
  approverLeeway,
  approverText,
  asksForPhrase,
  effectiveContract,
  personAsked,
  riskLevels,
  type Asked,
  type Manifest,
  type RiskLevel,
} from "@proviso/manifest";

/** When a person is asked before calls of a tool, over all its arguments. */
export interface AskedTool {
  readonly tool: string;
  readonly riskLevel: RiskLevel;
  /** By the server, with any client. */
  readonly server: Asked;
  /** By the server or the default guard of the client. */
  readonly guard: { readonly test: Asked; readonly live: Asked };
  /** Whether the default guard asks the person to type a phrase. */
  readonly phrase: boolean;
  /** The condition under which the server asks, where the contract has one. */
  readonly when?: string;
  /** Of a refined tool: how often server and guard ask in live if a condition holds, in the order in which they are evaluated. */
  readonly refined?: readonly { readonly when: string; readonly server: Asked; readonly live: Asked }[];
  /** Who has to approve and where, as far as the contract states it. */
  readonly approver?: string;
  /** What an approver may do besides saying yes or no to one call. */
  readonly approverMay?: string;
}

export interface WhoIsAsked {
  /** The most dangerous first. */
  readonly tools: readonly AskedTool[];
  /** Nobody is asked about these: no caller reaches them. */
  readonly forbidden: readonly string[];
}

export function whoIsAsked({ tools }: Pick<Manifest, "tools">): WhoIsAsked {
  const asked = tools
    .filter((tool) => !isForbidden(tool))
    .map((tool): AskedTool => {
      const { server, test, live } = personAsked(tool);
      const approver = approverText(tool.confirmation);
      const approverMay = approverLeeway(tool.confirmation);
      const refined = (tool.refinements ?? []).map((refinement) => {
        const variant = personAsked({ ...effectiveContract(tool, refinement), refinements: [] });
        return { when: refinement.when, server: variant.server, live: variant.live };
      });
      return {
        tool: tool.name,
        riskLevel: tool.riskLevel,
        server,
        guard: { test, live },
        phrase: asksForPhrase(tool),
        ...(tool.confirmation.kind === "when" ? { when: tool.confirmation.condition } : {}),
        ...(refined.some((variant) => variant.live !== live || variant.server !== server) ? { refined } : {}),
        ...(approver === "" ? {} : { approver }),
        ...(approverMay === "" ? {} : { approverMay }),
      };
    });
  return {
    tools: asked.toSorted((one, other) => rank(one) - rank(other) || (one.tool < other.tool ? -1 : 1)),
    forbidden: tools.filter(isForbidden).map(({ name }) => name),
  };
}

function rank({ riskLevel }: AskedTool): number {
  return -riskLevels.indexOf(riskLevel);
}

function isForbidden({ riskLevel }: Pick<AskedTool, "riskLevel">): boolean {
  return riskLevel === "forbidden";
}
