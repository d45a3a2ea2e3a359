// Generated from templates/*.hbs by `pnpm templates`. Do not edit: change a template and run it.
import { show, type View } from "../../markdown/template-functions.ts";

export function schemasReadme(view: View): string {
  return (
    "<!-- " +
    show(view, "notice") +
    " -->\n\n# " +
    show(view, "packageName") +
    "\n\nThe types, JSON Schemas and contracts of the tools of " +
    show(view, "product") +
    ": what is true of them for server, client and agents alike.\n\n| File | Holds |\n| --- | --- |\n| `src/DOMAIN.ts` | the TypeScript types of each tool's input, output, preview and failures, and `DomainTools`, which names them |\n| `tools/NAME.json` | JSON Schema 2020-12 under `$defs`: `input`, `output` (with a dry run: the result or a plan), `plan`, `failure` |\n| `manifest/DOMAIN.json` | the contracts, as the server enforces them and the guard is pinned to them |\n| `index.json` | every tool with its risk level, contract hash and file |\n| `agent.json` | every tool in the shape of an MCP tool definition, for agents |\n\nTools that are closed to agents are in none of these files.\n\n```js\nimport agent from \"" +
    show(view, "packageName") +
    '/agent.json" with { type: "json" };\n```\n'
  );
}
