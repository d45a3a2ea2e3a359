import type { Change } from "@proviso/client";
import { cut, visible } from "./text.ts";

/** How many changes of a tool are named; a server chooses them. */
const mostViewedChanges = 8;

/** The changes of a drifted tool, in a line of the view. */
export function viewChanges(changes: readonly Change[]): string {
  const what = changes.slice(0, mostViewedChanges).map((change) => cut(visible(change.what), 60));
  if (changes.length > mostViewedChanges) what.push(`and ${changes.length - mostViewedChanges} more`);
  return what.join(", ");
}
