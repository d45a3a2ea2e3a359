import type { EvidenceRule } from "./evidence.ts";

const deleting =
  /\b(?:deletes?|removes?|drops?|destroys?|erases?|purges?|wipes?|permanently|irreversibl[ey])\b/;

/** A description that speaks of deleting, of a tool that does not only read. */
export const saysThatItDeletes: EvidenceRule = {
  name: "says-that-it-deletes",
  find({ text, verbs, tool: { annotations, request } }) {
    const word = deleting.exec(text)?.[0];
    // A tool that says it is not destructive may speak of what others delete.
    const { readOnlyHint, destructiveHint } = annotations;
    const isDenied = readOnlyHint === true || destructiveHint === false || request?.method === "get";
    const isNamedSo = verbs.some(({ row }) => row.kind === "deletes");
    if (word === undefined || isDenied || isNamedSo) return [];
    return [{ reason: `described by \`${word}\``, level: "critical", effect: "deletes", reversible: false }];
  },
};
