import { csvLine } from "./csv.ts";
import type { ReviewPack } from "./packs.ts";
import { effectLine } from "./effect-line.ts";

const head = [
  "tool",
  "title",
  "risk",
  "what it does",
  "effects",
  "permissions",
  "held by",
  "server asks",
  "condition of the server",
  "who approves",
  "log-in",
  "limit",
  "server or guard asks in test",
  "server or guard asks in live",
  "reads private data",
  "returns untrusted content",
  "sends data out",
  "contract hash",
  "decision",
  "comment",
];

/** A review pack for a spreadsheet: a line for each tool, with empty cells to fill in. `heldBy`: who holds all of these permissions. */
export function packCsv(
  { pages }: Pick<ReviewPack, "pages">,
  heldBy: (permissions: readonly string[]) => string | undefined = () => undefined,
): string {
  const lines = pages.map(({ title, tool }) => [
    tool.name,
    title,
    tool.riskLevel,
    tool.does.join(", "),
    tool.effects.map(effectLine).join(" "),
    tool.permissions.join(" "),
    heldBy(tool.permissions) ?? "not stated",
    tool.asked.server,
    tool.asksWhen,
    tool.approvedBy || "none needed",
    tool.logIn || "any",
    tool.limits || "none",
    tool.asked.test,
    tool.asked.live,
    tool.readsPrivate,
    tool.returnsUntrusted,
    tool.leavesSystem || tool.sendsUnasked,
    tool.hash,
    "",
    "",
  ]);
  return [head, ...lines].map(csvLine).join("");
}
