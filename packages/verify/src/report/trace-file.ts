import { hash } from "node:crypto";
import type { Trace } from "../model.ts";

/** The name of the file that keeps a trace: the clause and the tool, safe on every disk. */
export function traceFile({ clause, tool }: Pick<Trace, "clause" | "tool">): string {
  if (tool === undefined) return `${clause}.json`;
  const isPlain = /^[a-z0-9_-]{1,64}$/.test(tool);
  const digest = hash("sha256", tool).slice(0, 8);
  const safe = isPlain ? tool : `${tool.replaceAll(/[^A-Za-z0-9_-]/g, "-").slice(0, 48)}-${digest}`;
  return `${clause}.${safe}.json`;
}
