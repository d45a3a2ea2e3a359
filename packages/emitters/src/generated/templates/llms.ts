// Generated from templates/*.hbs by `pnpm templates`. Do not edit: change a template and run it.
import { each, get, show, written, type View } from "../../markdown/template-functions.ts";

export function llms(view: View): string {
  return (
    "<!-- " +
    show(view, "notice") +
    " -->\n\n# " +
    show(view, "product") +
    "\n\n> Tools of " +
    show(view, "product") +
    ', as their contracts say it. A call that breaks its contract is refused.\n\n- "Approval" says when a person has to approve the call: the server asks, or the guard of the client, which asks more often in the live environment. No argument can approve it.\n- A failed call carries a code and whether to retry. After `outcome_unknown`, never call again under a new idempotency key.\n- A tool that states no effect changes nothing, and may be called again.\n\nBeside what a tool lists under "Fails with", a call can fail with:\n\n' +
    each(get(view, "implied"), (item1) => "- " + show(item1, "code") + ": " + show(item1, "meaning") + "\n") +
    "\n" +
    each(get(view, "domains"), (item1) => written(item1) + "\n\n")
  );
}
