// Generated from templates/*.hbs by `pnpm templates`. Do not edit: change a template and run it.
import { each, get, isThere, show, type View } from "../../markdown/template-functions.ts";

export function fieldTable(view: View): string {
  return isThere(get(view, "fields"))
    ? "| Field | Type | Required | Meaning |\n| --- | --- | --- | --- |\n" +
        each(
          get(view, "fields"),
          (item1) =>
            "| " +
            show(item1, "name") +
            " | " +
            show(item1, "type") +
            " | " +
            (isThere(get(item1, "required")) ? "yes" : "no") +
            " | " +
            show(item1, "notes") +
            " |\n",
        )
    : "No fields.\n";
}
