// Generated from templates/*.hbs by `pnpm templates`. Do not edit: change a template and run it.
import { get, show, type View } from "../../markdown/template-functions.ts";
import { frontmatter } from "./frontmatter.ts";
import { toolTable } from "./tool-table.ts";

export function toolList(view: View): string {
  return (
    frontmatter(get(view, "frontmatter")) +
    "\n" +
    show(view, "meaning") +
    "\n\n" +
    toolTable({ rows: get(view, "rows") })
  );
}
