// Generated from templates/*.hbs by test/templates.test.ts. Do not edit: change a template and run
// `pnpm exec vitest run test/templates.test.ts -u`.
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
