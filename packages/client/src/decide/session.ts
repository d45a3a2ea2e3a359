import type { DataFlow, RiskLevel } from "@proviso/manifest";

export type BudgetLevel = RiskLevel | "unclassified";

/** What a session has read and done. It only grows. */
export interface SessionFacts {
  /** Tools that returned content which anybody may have written, in order. */
  readonly untrustedFrom: readonly string[];
  /** Tools that read private data, in order. */
  readonly privateFrom: readonly string[];
  /** Number of calls by level. Dry runs and retries do not count. */
  readonly calls: Readonly<Partial<Record<BudgetLevel, number>>>;
}

export const freshSession: SessionFacts = { untrustedFrom: [], privateFrom: [], calls: {} };

export interface Session {
  facts(): SessionFacts;
  /** Counts a call. */
  count(level: BudgetLevel): void;
  /** Records what a tool returned. */
  observe(sessionTool: string, flow: DataFlow): void;
}

export function createSession(): Session {
  let facts = freshSession;
  return {
    facts: () => facts,
    count(level) {
      facts = { ...facts, calls: { ...facts.calls, [level]: (facts.calls[level] ?? 0) + 1 } };
    },
    observe(sessionTool, { returnsUntrusted, readsPrivate }) {
      const { untrustedFrom, privateFrom } = facts;
      facts = {
        ...facts,
        untrustedFrom: returnsUntrusted ? withTool(untrustedFrom, sessionTool) : untrustedFrom,
        privateFrom: readsPrivate ? withTool(privateFrom, sessionTool) : privateFrom,
      };
    },
  };
}

function withTool(tools: readonly string[], sessionTool: string): readonly string[] {
  return tools.includes(sessionTool) ? tools : [...tools, sessionTool];
}
