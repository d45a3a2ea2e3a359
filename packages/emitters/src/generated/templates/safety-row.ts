// Generated from templates/*.hbs by `pnpm templates`. Do not edit: change a template and run it.
import { show, type View } from "../../markdown/template-functions.ts";

export function safetyRow(view: View): string {
  return (
    "| " +
    show(view, "name") +
    " | " +
    show(view, "risk") +
    " | " +
    show(view, "readOnly") +
    " | " +
    show(view, "destructive") +
    " | " +
    show(view, "idempotent") +
    " | " +
    show(view, "openWorld") +
    " | " +
    show(view, "agentic") +
    " | " +
    show(view, "asks") +
    " |\n"
  );
}
