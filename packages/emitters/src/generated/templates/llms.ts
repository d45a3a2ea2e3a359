// Generated from templates/*.hbs by test/templates.test.ts. Do not edit: change a template and run
// `pnpm exec vitest run test/templates.test.ts -u`.
import { each, get, show, written, type View } from "../../markdown/template-functions.ts";

export function llms(view: View): string {
  return (
    "<!-- " +
    show(view, "notice") +
    " -->\n\n# " +
    show(view, "product") +
    "\n\n> Tools of " +
    show(view, "product") +
    ', as their contracts say it. A call that breaks its contract is refused.\n\n- "Asks" says when a person has to approve the call: the server asks, or the guard of the client, which asks more often in the live environment. No argument can approve it.\n- A failed call carries its code and whether to retry. `outcome_unknown` is never retried under a new key.\n\n' +
    each(get(view, "domains"), (item1) => written(item1) + "\n\n")
  );
}
