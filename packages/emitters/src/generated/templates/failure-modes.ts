// Generated from templates/*.hbs by `pnpm templates`. Do not edit: change a template and run it.
import { each, get, isThere, show, type View } from "../../markdown/template-functions.ts";
import { frontmatter } from "./frontmatter.ts";

export function failureModes(view: View): string {
  return (
    frontmatter(get(view, "frontmatter")) +
    "\nEvery way in which a tool can fail. The list of each tool is closed: it fails in no other way.\n\n## Declared by contracts\n\n" +
    (isThere(get(view, "declared"))
      ? "| Code | When | What to do | Tools |\n| --- | --- | --- | --- |\n" +
        each(
          get(view, "declared"),
          (item1) =>
            "| " +
            show(item1, "code") +
            " | " +
            show(item1, "meaning") +
            " | " +
            show(item1, "retry") +
            " | " +
            show(item1, "tools") +
            " |\n",
        )
      : "No contract declares a failure mode.\n") +
    "\n## Implied by contracts\n\nThe compiler adds these to every contract whose other fields make them possible.\n\n| Code | When | What to do | Tools |\n| --- | --- | --- | --- |\n" +
    each(
      get(view, "implied"),
      (item1) =>
        "| " +
        show(item1, "code") +
        " | " +
        show(item1, "meaning") +
        " | " +
        show(item1, "retry") +
        " | " +
        show(item1, "tools") +
        " |\n",
    )
  );
}
