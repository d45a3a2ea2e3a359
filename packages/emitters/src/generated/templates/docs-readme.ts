// Generated from templates/*.hbs by `pnpm templates`. Do not edit: change a template and run it.
import { show, type View } from "../../markdown/template-functions.ts";

export function docsReadme(view: View): string {
  return (
    "<!-- " +
    show(view, "notice") +
    " -->\n\n# " +
    show(view, "packageName") +
    "\n\nThe documentation of every tool of " +
    show(view, "product") +
    ", as Markdown: [start here](index.md).\n\n- [by safety](by-safety/index.md), [by category](by-category/index.md), [by permission](by-permission/index.md)\n- [all tools](tools/index.md), [failure modes](failure-modes/index.md)\n- [llms.txt](llms.txt): the same for agents, in one file, without the tools that are closed to them\n\nThe pages are for people who review and build. They name tools that agents must not find, so do not feed them to an agent; `llms.txt` is made for that.\n"
  );
}
