// Generated from templates/*.hbs by test/templates.test.ts. Do not edit: change a template and run
// `pnpm exec vitest run test/templates.test.ts -u`.
import { show, type View } from "../../markdown/template-functions.ts";

export function schemasReadme(view: View): string {
  return (
    "<!-- " +
    show(view, "notice") +
    " -->\n\n# " +
    show(view, "packageName") +
    "\n\nJSON Schema 2020-12 for the tools of " +
    show(view, "product") +
    '. Every schema stands alone.\n\n| File | Holds |\n| --- | --- |\n| `tools/NAME.input.json` | the arguments that a client sends |\n| `tools/NAME.output.json` | the result; with a dry run, either the result or a plan |\n| `tools/NAME.plan.json` | the plan of a dry run, for tools that have one |\n| `tools/NAME.failure.json` | a failure: one branch for each failure mode |\n| `index.json` | every tool with its risk level, contract hash and files |\n| `agent.json` | every tool in the shape of an MCP tool definition, for agents |\n\nTools that are closed to agents are in none of these files.\n\n```js\nimport agent from "' +
    show(view, "packageName") +
    '/agent.json" with { type: "json" };\n```\n'
  );
}
