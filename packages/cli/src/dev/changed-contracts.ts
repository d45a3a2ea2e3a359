import type { OpenedTool } from "./messages.ts";

/** What a restart changed, such as "contract of notes_create changed". Empty if nothing did. */
export function changedContracts(before: readonly OpenedTool[], after: readonly OpenedTool[]): string {
  const old = new Map(before.map(({ name, hash }) => [name, hash]));
  const now = new Set(after.map(({ name }) => name));
  const changed = after.filter(({ name, hash }) => old.has(name) && old.get(name) !== hash);
  const parts = [
    sentence("contract changed", changed),
    sentence(
      "new",
      after.filter(({ name }) => !old.has(name)),
    ),
    sentence(
      "gone",
      before.filter(({ name }) => !now.has(name)),
    ),
  ];
  return parts.filter((part) => part !== "").join("; ");
}

function sentence(what: string, tools: readonly OpenedTool[]): string {
  return tools.length === 0 ? "" : `${what}: ${tools.map(({ name }) => name).join(", ")}`;
}
