import type { Change } from "@proviso/client";
import { cut, visible } from "./text.ts";

/** Changes of a tool that are named; the server chooses them, and how many there are. */
const most = 8;

/** What differs about a tool, in a line. */
export function viewChanges(changes: readonly Change[]): string {
  const what = changes.slice(0, most).map((change) => cut(visible(change.what), 60));
  if (changes.length > most) what.push(`and ${changes.length - most} more`);
  return what.join(", ");
}
