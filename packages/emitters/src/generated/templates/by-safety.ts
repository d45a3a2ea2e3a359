// Generated from templates/*.hbs by `pnpm templates`. Do not edit: change a template and run it.
import { each, get, show, type View } from "../../markdown/template-functions.ts";
import { frontmatter } from "./frontmatter.ts";

export function bySafety(view: View): string {
  return (
    frontmatter(get(view, "frontmatter")) +
    "\nThe risk level says who decides. Behaviours are computed from the side effects of a contract, never declared. A forbidden tool has none: no agent can call it.\n\n## By risk level\n\n| Level | Tools | What it means |\n| --- | ---: | --- |\n" +
    each(
      get(view, "levels"),
      (item1) =>
        "| " + show(item1, "name") + " | " + show(item1, "count") + " | " + show(item1, "meaning") + " |\n",
    ) +
    "\n## By behaviour\n\n| Behaviour | Tools | What it means |\n| --- | ---: | --- |\n" +
    each(
      get(view, "behaviours"),
      (item1) =>
        "| " + show(item1, "name") + " | " + show(item1, "count") + " | " + show(item1, "meaning") + " |\n",
    ) +
    "\n## Every tool\n\nA person is asked by the server or, where it adds something, by the client's default guard.\n\n| Tool | Risk | Read-only | Destructive | Idempotent | Open world | Agentic | A person is asked |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n" +
    show(view, "rows") +
    "\n"
  );
}
