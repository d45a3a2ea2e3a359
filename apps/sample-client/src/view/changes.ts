import type { DefinitionChange } from "@proviso/client";
import { cut, visible } from "./text.ts";

/** How many changes of a tool are named; a server chooses them. */
const maxViewedChanges = 8;

/** The changes of a drifted tool, in a line of the view. */
export function viewChanges(changes: readonly DefinitionChange[]): string {
  const what = changes.slice(0, maxViewedChanges).map((change) => cut(visible(change.what), 60));
  if (changes.length > maxViewedChanges) what.push(`and ${changes.length - maxViewedChanges} more`);
  return what.join(", ");
}
