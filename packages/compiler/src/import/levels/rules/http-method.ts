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

/** Verbs of a read that needs a `POST`, because its question has a body. */
const asking: ReadonlySet<string> = new Set(
  "search query list find get count read compare lookup browse aggregate retrieve describe preview".split(
    " ",
  ),
);

/** The HTTP method of an operation. */
export const httpMethod: EvidenceRule = {
  name: "http-method",
  find({ isRead, verbs, tool: { request } }) {
    const meaning = request && meanings[request.method];
    // `POST` says nothing, so the name decides.
    if (request?.method === "post" && isRead && verbs.every(({ word }) => asking.has(word)))
      return [{ reason: "`POST`", level: "low" }];
    return meaning ? [{ reason: `\`${request.method.toUpperCase()}\``, ...meaning }] : [];
  },
};
