// Generated from templates/*.hbs by `pnpm templates`. Do not edit: change a template and run it.
import { each, get, isThere, show, type View } from "../../markdown/template-functions.ts";

export function frontmatter(view: View): string {
  return (
    "---\n# " +
    show(view, "notice") +
    "\ntitle: " +
    show(view, "title") +
    "\ndescription: " +
    show(view, "description") +
    "\nsidebar:\n  label: " +
    show(view, "label") +
    "\n  order: " +
    show(view, "order") +
    "\n" +
    (isThere(get(view, "badge"))
      ? "  badge: { text: " +
        show(get(view, "badge"), "text") +
        ", variant: " +
        show(get(view, "badge"), "variant") +
        " }\n"
      : "") +
    (isThere(get(view, "tool"))
      ? "tool:\n" +
        each(get(view, "tool"), (item1) => "  " + show(item1, "name") + ": " + show(item1, "value") + "\n")
      : "") +
    "---\n"
  );
}
