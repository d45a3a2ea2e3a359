// Generated from templates/*.hbs by `pnpm templates`. Do not edit: change a template and run it.
import { get, isThere, show, type View } from "../../markdown/template-functions.ts";

export function toolTable(view: View): string {
  return isThere(get(view, "rows"))
    ? "| Tool | What it does | Risk | A person is asked | Changes |\n| --- | --- | --- | --- | --- |\n" +
        show(view, "rows") +
        "\n"
    : "There is no such tool.\n";
}
