// Generated from templates/*.hbs by `pnpm templates`. Do not edit: change a template and run it.
import { each, get, show, type View } from "../../markdown/template-functions.ts";
import { frontmatter } from "./frontmatter.ts";

export function groups(view: View): string {
  return (
    frontmatter(get(view, "frontmatter")) +
    "\n" +
    show(view, "intro") +
    "\n\n| " +
    show(view, "heading") +
    " | Tools | Meaning |\n| --- | ---: | --- |\n" +
    each(
      get(view, "groups"),
      (item1) =>
        "| " + show(item1, "name") + " | " + show(item1, "count") + " | " + show(item1, "meaning") + " |\n",
    )
  );
}
