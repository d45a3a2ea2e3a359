// Generated from templates/*.hbs by test/templates.test.ts. Do not edit: change a template and run
// `pnpm exec vitest run test/templates.test.ts -u`.
import type { TemplateName } from "../known-names.ts";
import { each, get, isThere, show, type View, written } from "../template-functions.ts";

/** The built-in templates as functions: a process that compiled them would do nothing else for a while. */
export const templates: Readonly<Record<TemplateName, (view: View) => string>> = {
  frontmatter,
  "tool-table": toolTable,
  "field-table": fieldTable,
  index,
  groups,
  "by-safety": bySafety,
  "safety-row": safetyRow,
  "tool-list": toolList,
  "tool-row": toolRow,
  tool,
  domain,
  "failure-mode": failureMode,
  llms,
  "llms-domain": llmsDomain,
  "docs-readme": docsReadme,
  "schemas-readme": schemasReadme,
  "hosts-readme": hostsReadme,
};

function frontmatter(view: View): string {
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
    (isThere(get(view, "tool"))
      ? "  badge: { text: " +
        show(get(view, "tool"), "riskLevel") +
        ", variant: " +
        show(get(view, "tool"), "badge") +
        " }\ntool:\n  name: " +
        show(get(view, "tool"), "name") +
        "\n  riskLevel: " +
        show(get(view, "tool"), "riskLevel") +
        "\n  asks: " +
        show(get(view, "tool"), "asks") +
        "\n  readOnly: " +
        show(get(get(view, "tool"), "hints"), "readOnlyHint") +
        "\n  destructive: " +
        show(get(get(view, "tool"), "hints"), "destructiveHint") +
        "\n  idempotent: " +
        show(get(get(view, "tool"), "hints"), "idempotentHint") +
        "\n  openWorld: " +
        show(get(get(view, "tool"), "hints"), "openWorldHint") +
        "\n  agentic: " +
        show(get(get(view, "tool"), "hints"), "agencyHint") +
        "\n"
      : "") +
    "---\n"
  );
}

function toolTable(view: View): string {
  return isThere(get(view, "rows"))
    ? "| Tool | What it does | Risk | A person is asked | Changes |\n| --- | --- | --- | --- | --- |\n" +
        show(view, "rows") +
        "\n"
    : "There is no such tool.\n";
}

function fieldTable(view: View): string {
  return isThere(get(view, "fields"))
    ? "| Field | Type | Required | Meaning |\n| --- | --- | --- | --- |\n" +
        each(
          get(view, "fields"),
          (item1) =>
            "| " +
            show(item1, "name") +
            " | " +
            show(item1, "type") +
            " | " +
            (isThere(get(item1, "required")) ? "yes" : "no") +
            " | " +
            show(item1, "notes") +
            " |\n",
        )
    : "No fields.\n";
}

function index(view: View): string {
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

function groups(view: View): string {
  return (
    frontmatter(get(view, "frontmatter")) +
    "\n" +
    show(view, "intro") +
    "\n\n| " +
    show(view, "heading") +
    " | Tools | Meaning |\n| --- | ---: | --- |\n" +
    each(
      get(view, "groups"),
      (item1) =>
        "| " + show(item1, "name") + " | " + show(item1, "count") + " | " + show(item1, "meaning") + " |\n",
    )
  );
}

function bySafety(view: View): string {
  return (
    frontmatter(get(view, "frontmatter")) +
    "\nThe risk level says who decides. The behaviours are derived from the side effects that a contract lists, so they cannot be claimed.\n\n## By risk level\n\n| Level | Tools | What it means |\n| --- | ---: | --- |\n" +
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
    "\n## Every tool\n\n| Tool | Risk | Read-only | Destructive | Open world | Agentic | A person is asked |\n| --- | --- | --- | --- | --- | --- | --- |\n" +
    show(view, "rows") +
    "\n"
  );
}

function safetyRow(view: View): string {
  return (
    "| " +
    show(view, "name") +
    " | " +
    show(view, "risk") +
    " | " +
    show(view, "readOnly") +
    " | " +
    show(view, "destructive") +
    " | " +
    show(view, "openWorld") +
    " | " +
    show(view, "agentic") +
    " | " +
    show(view, "asks") +
    " |\n"
  );
}

function toolList(view: View): string {
  return (
    frontmatter(get(view, "frontmatter")) +
    "\n" +
    show(view, "meaning") +
    "\n\n" +
    toolTable({ rows: get(view, "rows") })
  );
}

function toolRow(view: View): string {
  return (
    "| " +
    show(view, "name") +
    " | " +
    show(view, "summary") +
    " | " +
    show(view, "risk") +
    " | " +
    show(view, "asks") +
    " | " +
    show(view, "changes") +
    " |\n"
  );
}

function tool(view: View): string {
  return (
    frontmatter(get(view, "frontmatter")) +
    "\n" +
    show(view, "description") +
    "\n\n" +
    (isThere(get(view, "deprecated"))
      ? "> **Deprecated.** " +
        show(get(view, "deprecated"), "reason") +
        (isThere(get(get(view, "deprecated"), "successor"))
          ? " Use " + show(get(view, "deprecated"), "successor") + " instead."
          : "") +
        "\n\n"
      : "") +
    "| " +
    show(view, "name") +
    " | |\n| --- | --- |\n| Risk level | [**" +
    show(view, "risk") +
    "**](" +
    show(view, "safetyHref") +
    ")" +
    (isThere(get(view, "behaviours")) ? ": " + show(view, "behaviours") : "") +
    " |\n| May run unasked | " +
    show(view, "autonomous") +
    " |\n| A person is asked | " +
    show(view, "asks") +
    " |\n| Permissions | " +
    show(view, "permissionNames") +
    " |\n| Changes | " +
    show(view, "changes") +
    " |\n| Audit event | " +
    show(view, "auditEvent") +
    " |\n| Category | " +
    show(view, "category") +
    " |\n" +
    (isThere(get(view, "owner")) ? "| Owner | " + show(view, "owner") + " |\n" : "") +
    "\n" +
    show(view, "riskMeaning") +
    "\n\n## Who may call it\n\n" +
    (isThere(get(view, "permissions"))
      ? "Only a caller that holds " +
        (isThere(get(get(view, "permissions"), "1")) ? "all of these permissions" : "this permission") +
        ":\n\n| Permission | What it allows |\n| --- | --- |\n" +
        each(
          get(view, "permissions"),
          (item1) => "| " + show(item1, "name") + " | " + show(item1, "meaning") + " |\n",
        )
      : "No permission is needed.\n") +
    "\n" +
    (isThere(get(view, "requirements"))
      ? "Before the call, each of these requirements has to be met:\n\n" +
        each(get(view, "requirements"), (item1) => "- " + written(item1) + "\n")
      : "") +
    "\n**Rate limit:** " +
    show(view, "rateLimit") +
    ". **Time-out:** " +
    show(view, "timeout") +
    ".\n\n## When a person is asked\n\n" +
    show(view, "confirmation") +
    "\n\n**Stronger log-in:** " +
    show(view, "stepUp") +
    "\n\n## What it changes\n\n" +
    (isThere(get(view, "sideEffects"))
      ? "| Effect | What happens | Can be undone | Leaves the system |\n| --- | --- | --- | --- |\n" +
        each(
          get(view, "sideEffects"),
          (item1) =>
            "| " +
            show(item1, "kind") +
            " | " +
            show(item1, "description") +
            " | " +
            show(item1, "reversible") +
            " | " +
            show(item1, "external") +
            " |\n",
        )
      : "Nothing. It has no side effect.\n") +
    "\n**Called again:** " +
    show(view, "repeat") +
    "\n\n**Dry run:** " +
    show(view, "dryRun") +
    "\n\n" +
    (isThere(get(view, "refinements"))
      ? "## Milder for some arguments\n\nAll the above is the worst case. Of these, the first whose condition is true holds instead. If a condition before that cannot be\ndecided, the worst case holds.\n\n| When | Risk level | A person is asked | Stronger log-in | Changes |\n| --- | --- | --- | --- | --- |\n" +
        each(
          get(view, "refinements"),
          (item1) =>
            "| " +
            show(item1, "when") +
            " | " +
            show(item1, "risk") +
            " | " +
            show(item1, "asks") +
            " | " +
            show(item1, "stepUp") +
            " | " +
            show(item1, "changes") +
            " |\n",
        ) +
        "\n"
      : "") +
    "## Input\n\n" +
    fieldTable({ fields: get(view, "input") }) +
    "\n## Output\n\n" +
    fieldTable({ fields: get(view, "output") }) +
    "\n" +
    (isThere(get(view, "plan"))
      ? "## Plan of a dry run\n\n" + fieldTable({ fields: get(view, "plan") })
      : "") +
    "\n## How it can fail\n\nThe list is closed. An implied failure mode follows from another field of the contract.\n\n| Code | When | What to do | Origin |\n| --- | --- | --- | --- |\n" +
    each(
      get(view, "failures"),
      (item1) =>
        "| " +
        show(item1, "code") +
        " | " +
        show(item1, "description") +
        " | " +
        show(item1, "retry") +
        " | " +
        show(item1, "origin") +
        " |\n",
    ) +
    "\n## Data flow\n\n| Question | Answer |\n| --- | --- |\n" +
    each(
      get(view, "dataFlow"),
      (item1) => "| " + show(item1, "question") + " | " + show(item1, "answer") + " |\n",
    ) +
    "\n" +
    (isThere(get(view, "trifecta"))
      ? "**All three at once.** Text from outsiders could steer an agent to send private data out. A careful host asks a person before each call.\n"
      : "") +
    "\n" +
    (isThere(get(view, "examples"))
      ? "## Examples\n\n" +
        each(
          get(view, "examples"),
          (item1) =>
            "**" +
            show(item1, "title") +
            "**\n\nInput:\n\n" +
            show(item1, "input") +
            "\n\n" +
            (isThere(get(item1, "output")) ? "Output:\n\n" + show(item1, "output") + "\n\n" : ""),
        )
      : "") +
    "## Hints for MCP clients\n\n" +
    (isThere(get(view, "forbidden"))
      ? "None are sent: the tool is not listed.\n"
      : "| Hint | Value | True when |\n| --- | --- | --- |\n" +
        each(
          get(view, "hints"),
          (item1) =>
            "| " +
            show(item1, "name") +
            " | " +
            show(item1, "value") +
            " | " +
            show(item1, "meaning") +
            " |\n",
        )) +
    "\n## On record\n\n| Fact | Value |\n| --- | --- |\n| Contract | " +
    show(view, "source") +
    " |\n| Contract hash | " +
    show(view, "hash") +
    " |\n" +
    each(get(view, "metadata"), (item1) => "| " + show(item1, "key") + " | " + show(item1, "value") + " |\n")
  );
}

function domain(view: View): string {
  return (
    frontmatter(get(view, "frontmatter")) +
    "\n" +
    show(view, "description") +
    "\n\nContract file: " +
    show(view, "source") +
    "\n\n## Tools\n\n" +
    toolTable({ rows: get(view, "rows") }) +
    "\n" +
    (isThere(get(view, "permissions"))
      ? "## Permissions declared here\n\n| Permission | What it allows |\n| --- | --- |\n" +
        each(
          get(view, "permissions"),
          (item1) => "| " + show(item1, "name") + " | " + show(item1, "meaning") + " |\n",
        )
      : "")
  );
}

function failureMode(view: View): string {
  return (
    frontmatter(get(view, "frontmatter")) +
    "\n" +
    each(get(view, "meanings"), (item1) => written(item1) + "\n\n") +
    "**What to do:** " +
    each(get(view, "retries"), (item1, index1) => (isThere(index1 === 0) ? "" : ", or ") + written(item1)) +
    ".\n\n" +
    (isThere(get(view, "implied"))
      ? "The compiler adds this failure mode to every contract that makes it possible.\n"
      : "The contract of each tool below declares this failure mode.\n") +
    "\n## Tools that can fail so\n\n" +
    toolTable({ rows: get(view, "rows") })
  );
}

function llms(view: View): string {
  return (
    "<!-- " +
    show(view, "notice") +
    " -->\n\n# " +
    show(view, "product") +
    "\n\n> Tools of " +
    show(view, "product") +
    ', as their contracts say it. A call that breaks its contract is refused.\n\n- "asks" says when a person has to approve the call. No argument can approve it.\n- A failed call carries its code and whether to retry. `outcome_unknown` is never retried under a new key.\n\n' +
    each(get(view, "domains"), (item1) => written(item1) + "\n\n")
  );
}

function llmsDomain(view: View): string {
  return (
    "## " +
    show(view, "name") +
    "\n\n" +
    show(view, "description") +
    "\n\n" +
    each(
      get(view, "tools"),
      (item1) =>
        "### " +
        show(item1, "name") +
        "\n\n" +
        show(item1, "description") +
        "\n\n- Risk: " +
        show(item1, "risk") +
        (isThere(get(item1, "behaviours")) ? " (" + show(item1, "behaviours") + ")" : "") +
        "\n- Asks: " +
        show(item1, "asks") +
        "\n- Changes: " +
        show(item1, "changes") +
        "\n" +
        each(
          get(item1, "refinements"),
          (item2) =>
            "- When " +
            show(item2, "when") +
            ": risk " +
            show(item2, "risk") +
            ", asks " +
            show(item2, "asks") +
            ", changes " +
            show(item2, "changes") +
            "\n",
        ) +
        "- Dry run: " +
        show(item1, "dryRun") +
        "\n- Permissions: " +
        show(item1, "permissions") +
        "\n- Fails with: " +
        show(item1, "failures") +
        "\n\n" +
        (isThere(get(item1, "input"))
          ? "Input:\n\n" +
            each(
              get(item1, "input"),
              (item2) =>
                "- " +
                show(item2, "name") +
                ": " +
                show(item2, "type") +
                (isThere(get(item2, "required")) ? "" : ", optional") +
                (isThere(get(item2, "notes")) ? ". " + show(item2, "notes") : "") +
                "\n",
            )
          : "Input: none.\n") +
        "\n" +
        (isThere(get(item1, "output"))
          ? "Output:\n\n" +
            each(
              get(item1, "output"),
              (item2) =>
                "- " +
                show(item2, "name") +
                ": " +
                show(item2, "type") +
                (isThere(get(item2, "required")) ? "" : ", optional") +
                (isThere(get(item2, "notes")) ? ". " + show(item2, "notes") : "") +
                "\n",
            )
          : "") +
        "\n",
    )
  );
}

function docsReadme(view: View): string {
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

function schemasReadme(view: View): string {
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

function hostsReadme(view: View): string {
  return (
    "<!-- " +
    show(view, "notice") +
    " -->\n\n# " +
    show(view, "packageName") +
    "\n\nThe permission rules that agents' hosts keep for themselves, for the tools of " +
    show(view, "product") +
    ". Merge a file into the settings of the\nhost, under the name by which the host knows the server.\n\n| File | Goes to | Says |\n| --- | --- | --- |\n| `claude-code/settings.json` | `.claude/settings.json`; the server is named `" +
    show(view, "product") +
    '` | `allow`: low tools that only read; `ask`: all others |\n| `vscode/settings.json` | `.vscode/settings.json`, or the policy of an organisation | tools that are never approved once and for all |\n\nA host knows neither the arguments\' risk nor the session: these rules are coarser than the guard, and the server enforces the\ncontracts in any case. Tools that must have a person say so on the wire too, as `_meta["anthropic/requiresUserInteraction"]`.\nForbidden tools are not named here, nor anywhere an agent can read: the server answers for them as for tools that do not exist.\n'
  );
}
