import type { Evidence, EvidenceRule } from "./evidence.ts";

/** What a method means, whatever the server does with it (RFC 9110, 9.2). */
const meanings: Readonly<Record<string, Omit<Evidence, "reason">>> = {
  get: { level: "low" },
  head: { level: "low" },
  options: { level: "low" },
  trace: { level: "low" },
  post: { level: "high", reversible: false },
  put: { level: "high", effect: "updates", reversible: false },
  patch: { level: "high", effect: "updates", reversible: false },
  delete: { level: "critical", effect: "deletes", reversible: false },
};

/** The HTTP method of an operation. */
export const httpMethod: EvidenceRule = {
  name: "http-method",
  find({ tool: { request } }) {
    const meaning = request && meanings[request.method];
    return meaning ? [{ reason: `\`${request.method.toUpperCase()}\``, ...meaning }] : [];
  },
};
