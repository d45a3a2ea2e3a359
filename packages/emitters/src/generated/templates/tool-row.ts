// Generated from templates/*.hbs by `pnpm templates`. Do not edit: change a template and run it.
import { show, type View } from "../../markdown/template-functions.ts";

export function toolRow(view: View): string {
  return (
    "| " +
    show(view, "name") +
    " | " +
    show(view, "summary") +
    " | " +
    show(view, "risk") +
    " | " +
    show(view, "asks") +
    " | " +
    show(view, "changes") +
    " |\n"
  );
}
