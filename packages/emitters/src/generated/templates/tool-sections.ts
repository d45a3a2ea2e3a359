// Generated from templates/*.hbs by `pnpm templates`. Do not edit: change a template and run it.
import { each, get, show, type View } from "../../markdown/template-functions.ts";
import { frontmatter } from "./frontmatter.ts";
import { toolTable } from "./tool-table.ts";

export function toolSections(view: View): string {
  return (
    frontmatter(get(view, "frontmatter")) +
    "\n" +
    show(view, "intro") +
    "\n\n" +
    each(
      get(view, "groups"),
      (item1) =>
        "## " +
        show(item1, "heading") +
        "\n\n" +
        show(item1, "meaning") +
        "\n\n" +
        toolTable({ rows: get(item1, "rows") }) +
        "\n",
    )
  );
}
