// Generated from templates/*.hbs by `pnpm templates`. Do not edit: change a template and run it.
import { each, get, show, type View } from "../../markdown/template-functions.ts";
import { frontmatter } from "./frontmatter.ts";

export function index(view: View): string {
  return (
    frontmatter(get(view, "frontmatter")) +
    "\nEverything that " +
    show(view, "product") +
    " lets an agent or a program do, as its contracts say it.\n\n| What | Count |\n| --- | ---: |\n" +
    each(
      get(view, "counts"),
      (item1) => "| " + show(item1, "label") + " | " + show(item1, "count") + " |\n",
    ) +
    "\n## Tools by risk\n\n| Level | Tools | What it means |\n| --- | ---: | --- |\n" +
    each(
      get(view, "levels"),
      (item1) =>
        "| " + show(item1, "name") + " | " + show(item1, "count") + " | " + show(item1, "meaning") + " |\n",
    ) +
    "\nMore ways to look at them: [by safety](by-safety/index.md), [by category](by-category/index.md), [by permission](by-permission/index.md), [by failure mode](failure-modes/index.md).\n\n## Domains\n\n| Domain | Tools | What it is about |\n| --- | ---: | --- |\n" +
    each(
      get(view, "domains"),
      (item1) =>
        "| " + show(item1, "name") + " | " + show(item1, "count") + " | " + show(item1, "meaning") + " |\n",
    )
  );
}
