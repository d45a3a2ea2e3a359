import { text } from "../../text/markdown.ts";
import type { HistoryEntry } from "../../package/emitter.ts";
import type { TemplateView } from "../../templates/view.ts";

/** The acceptances of a tool for its page, the latest first. */
export function historyRows(entries: readonly HistoryEntry[]): TemplateView {
  return entries.toReversed().map(({ when, who: acceptedBy, reason, changes }) => ({
    day: text(when.slice(0, "2026-11-22".length)),
    who: text(withoutAddress(acceptedBy)),
    reason: text(reason),
    // Variants of a tool may have changed alike.
    changes: [...new Set(changes)].map(text),
  }));
}

/** `Ann <ann@example.com>` is Ann on a page that anybody may read. */
function withoutAddress(acceptedBy: string): string {
  return acceptedBy.replace(/ +<[^<>]*>$/, "");
}
