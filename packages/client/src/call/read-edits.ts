import type { Edit, JsonObject } from "@proviso/manifest";
import { asObject } from "../connection/json.ts";

/** Reads which arguments an approver has changed, as the server claims, without invalid entries. */
export function editsInNote(note: JsonObject | undefined): { readonly edited?: readonly Edit[] } {
  const sent = note?.["edited"];
  if (!Array.isArray(sent)) return {};
  const edited = sent.flatMap((each) => {
    const { field, from, to } = asObject(each) ?? {};
    return typeof field === "string" && from !== undefined && to !== undefined ? [{ field, from, to }] : [];
  });
  return edited.length > 0 ? { edited } : {};
}
