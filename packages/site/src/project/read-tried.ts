import { z } from "astro/zod";
import { readShape } from "./read-shape.ts";

const verdict = z.union([
  z.object({ kind: z.literal("refuted"), trace: z.object({ observed: z.string() }) }),
  z.object({ kind: z.literal("survived"), trials: z.number() }),
  z.object({ kind: z.literal("unobservable"), missing: z.string() }),
]);

/** What the site shows of a report of `proviso verify`. */
const reportShape = z.object({
  format: z.literal(1),
  startedAt: z.string(),
  results: z.array(
    z.object({
      clause: z.string(),
      tool: z.string().optional(),
      claim: z.object({ text: z.string() }),
      verdict,
    }),
  ),
});

/** One claim of a tool, and how it was last tried. */
export interface TriedClause {
  /** The day, such as `2026-11-27`. */
  readonly day: string;
  readonly clause: string;
  readonly claim: string;
  readonly verdict: z.infer<typeof verdict>;
}

/** What became of the claims of a tool, in a line. What the server enforces does not depend on it. */
export function triedWords(clauses: readonly TriedClause[]): string {
  const count = (kind: string) => clauses.filter((clause) => clause.verdict.kind === kind).length;
  const [refuted, survived, untested] = [count("refuted"), count("survived"), count("unobservable")];
  if (survived + refuted === 0) return "Not tried by verify";
  return `Verify: ${refuted} refuted, ${survived} survived, ${untested} not tested`;
}

/** The claims of each tool, by its name over MCP. */
export type TriedTools = Readonly<Record<string, readonly TriedClause[]>>;

/** Reads a report of `proviso verify --format json`. Throws an error that says what to do. */
export async function readTried(file: string): Promise<TriedTools> {
  const advice = "is no report of `proviso verify`: write it with `--format json`";
  const found = await readShape(file, reportShape, advice);
  const { startedAt, results } = found;
  const tried = new Map<string, TriedClause[]>();
  for (const { tool, clause, claim, verdict: said } of results) {
    if (tool === undefined) continue;
    const one = { day: startedAt.slice(0, 10), clause, claim: claim.text, verdict: said };
    tried.set(tool, [...(tried.get(tool) ?? []), one]);
  }
  return Object.fromEntries(tried);
}
