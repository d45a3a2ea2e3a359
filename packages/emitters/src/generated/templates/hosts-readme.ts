// Generated from templates/*.hbs by `pnpm templates`. Do not edit: change a template and run it.
import { show, type View } from "../../markdown/template-functions.ts";

export function hostsReadme(view: View): string {
  return (
    "<!-- " +
    show(view, "notice") +
    " -->\n\n# " +
    show(view, "packageName") +
    "\n\nThe permission rules that agents' hosts keep for themselves, for the tools of " +
    show(view, "product") +
    ". Merge a file into the settings of the\nhost, under the name by which the host knows the server.\n\n| File | Goes to | Says |\n| --- | --- | --- |\n| `claude-code/settings.json` | `.claude/settings.json`; the server is named `" +
    show(view, "product") +
    '` | `allow`: tools that only read, send nothing out and need no person; `ask`: all others |\n| `vscode/settings.json` | `.vscode/settings.json`, or the policy of an organisation | tools that are never approved once and for all |\n\nA host knows neither the arguments nor the session, so these rules are coarser than those of the guard. The server enforces the\ncontracts in any case. Tools that must have a person say so on the wire too, as `_meta["anthropic/requiresUserInteraction"]`.\nForbidden tools are not named here, nor anywhere an agent can read: the server answers for them as for tools that do not exist.\n'
  );
}
