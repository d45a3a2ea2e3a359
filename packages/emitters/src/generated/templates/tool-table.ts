// Generated from templates/*.hbs by test/templates.test.ts. Do not edit: change a template and run
// `pnpm exec vitest run test/templates.test.ts -u`.
import { get, isThere, show, type View } from "../../markdown/template-functions.ts";

export function toolTable(view: View): string {
  return isThere(get(view, "rows"))
    ? "| Tool | What it does | Risk | A person is asked | Changes |\n| --- | --- | --- | --- | --- |\n" +
        show(view, "rows") +
        "\n"
    : "There is no such tool.\n";
}
