import type { DataFlow, RiskLevel } from "@proviso/manifest";

export type BudgetLevel = RiskLevel | "unclassified";

/** What a session has been exposed to, and what it has done. Nothing in it is ever taken back. */
export interface SessionFacts {
  /** Tools that returned content which somebody outside may have written, in order. */
  readonly untrustedFrom: readonly string[];
  /** Tools that read private data, in order. */
  readonly privateFrom: readonly string[];
  /** Calls made, by level. Neither dry runs nor retries count. */
  readonly calls: Readonly<Partial<Record<BudgetLevel, number>>>;
}

export const freshSession: SessionFacts = { untrustedFrom: [], privateFrom: [], calls: {} };

export interface Session {
  facts(): SessionFacts;
  /** Notes that a call is made. */
  count(level: BudgetLevel): void;
  /** Notes that a tool has answered. One of whose data nothing is known counts as both. */
  observe(tool: string, dataFlow: DataFlow | undefined): void;
}

export function createSession(): Session {
  let facts = freshSession;
  return {
    facts: () => facts,
    count(level) {
      facts = { ...facts, calls: { ...facts.calls, [level]: (facts.calls[level] ?? 0) + 1 } };
    },
    observe(tool, dataFlow) {
      const { untrustedFrom, privateFrom } = facts;
      facts = {
        ...facts,
        untrustedFrom: (dataFlow?.returnsUntrusted ?? true) ? withTool(untrustedFrom, tool) : untrustedFrom,
        privateFrom: (dataFlow?.readsPrivate ?? true) ? withTool(privateFrom, tool) : privateFrom,
      };
    },
  };
}

function withTool(tools: readonly string[], tool: string): readonly string[] {
  return tools.includes(tool) ? tools : [...tools, tool];
}
