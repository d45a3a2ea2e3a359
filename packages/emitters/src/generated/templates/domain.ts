// Generated from templates/*.hbs by `pnpm templates`. Do not edit: change a template and run it.
import { each, get, isThere, show, type View } from "../../markdown/template-functions.ts";
import { frontmatter } from "./frontmatter.ts";
import { toolTable } from "./tool-table.ts";

export function domain(view: View): string {
  return (
    frontmatter(get(view, "frontmatter")) +
    "\n" +
    show(view, "description") +
    "\n\nContract file: " +
    show(view, "source") +
    "\n\n## Tools\n\n" +
    toolTable({ rows: get(view, "rows") }) +
    "\n" +
    (isThere(get(view, "permissions"))
      ? "## Permissions declared here\n\n| Permission | What it allows |\n| --- | --- |\n" +
        each(
          get(view, "permissions"),
          (item1) => "| " + show(item1, "name") + " | " + show(item1, "meaning") + " |\n",
        )
      : "")
  );
}
