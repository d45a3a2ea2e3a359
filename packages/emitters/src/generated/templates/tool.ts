// Generated from templates/*.hbs by `pnpm templates`. Do not edit: change a template and run it.
import { each, get, isThere, show, written, type View } from "../../markdown/template-functions.ts";
import { fieldTable } from "./field-table.ts";
import { frontmatter } from "./frontmatter.ts";

export function tool(view: View): string {
  return (
    frontmatter(get(view, "frontmatter")) +
    "\n**" +
    show(view, "label") +
    "**\n\n" +
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
    "| Tool | " +
    show(view, "name") +
    " |\n| --- | --- |\n" +
    (isThere(get(view, "forbidden"))
      ? "| Risk level | [**" + show(view, "risk") + "**](" + show(view, "safetyHref") + ") |\n"
      : "| Name over MCP | " +
        show(view, "wireName") +
        " |\n| Risk level | [**" +
        show(view, "risk") +
        "**](" +
        show(view, "safetyHref") +
        ")" +
        (isThere(get(view, "behaviours")) ? ": " + show(view, "behaviours") : "") +
        " |\n" +
        (isThere(get(view, "riskReason")) ? "| Why not riskier | " + show(view, "riskReason") + " |\n" : "") +
        "| A person is asked | " +
        show(view, "asks") +
        " |\n| Permissions | " +
        show(view, "permissionNames") +
        " |\n") +
    "| Audit event | " +
    show(view, "auditEvent") +
    " |\n| Category | " +
    show(view, "category") +
    " |\n" +
    (isThere(get(view, "owner")) ? "| Owner | " + show(view, "owner") + " |\n" : "") +
    "\n" +
    (isThere(get(view, "forbidden"))
      ? "## Who may call it\n\nNobody: no permission opens it, and nobody is asked. What follows says what it would do, for whoever reviews the contracts.\n\n## What it would change\n\n" +
        (isThere(get(view, "sideEffects"))
          ? "| Effect | What would happen | Can be undone | Leaves the system |\n| --- | --- | --- | --- |\n" +
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
          : "Nothing. It would only read.\n") +
        "\n## Input\n\n" +
        fieldTable({ fields: get(view, "input") }) +
        "\n## Output\n\n" +
        (isThere(get(view, "content"))
          ? show(view, "content") +
            "\n\n" +
            (isThere(get(view, "output")) ? fieldTable({ fields: get(view, "output") }) : "")
          : fieldTable({ fields: get(view, "output") })) +
        "\n"
      : "## Who may call it\n\n" +
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
        ".\n\n## When a person is asked\n\n| Client | In test | In live |\n| --- | --- | --- |\n" +
        each(
          get(view, "asked"),
          (item1) =>
            "| " + show(item1, "client") + " | " + show(item1, "test") + " | " + show(item1, "live") + " |\n",
        ) +
        "\n" +
        (isThere(get(view, "asking"))
          ? each(
              get(view, "asking"),
              (item1, index1) => (isThere(index1 === 0) ? "" : " ") + written(item1),
            ) + "\n\n"
          : "") +
        "**Stronger log-in:** " +
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
        (isThere(get(view, "content"))
          ? show(view, "content") +
            "\n\n" +
            (isThere(get(view, "output")) ? fieldTable({ fields: get(view, "output") }) : "")
          : fieldTable({ fields: get(view, "output") })) +
        "\n" +
        (isThere(get(view, "plan"))
          ? "## Plan of a dry run\n\n" + fieldTable({ fields: get(view, "plan") })
          : "") +
        "\n## How it can fail\n\n" +
        (isThere(get(view, "failures"))
          ? "| Code | When | What to do |\n| --- | --- | --- |\n" +
            each(
              get(view, "failures"),
              (item1) =>
                "| " +
                show(item1, "code") +
                " | " +
                show(item1, "description") +
                " | " +
                show(item1, "retry") +
                " |\n",
            )
          : "") +
        "\nImplied by the other fields of the contract:\n\n" +
        each(
          get(view, "implied"),
          (item1) => "- " + show(item1, "retry") + ": " + show(item1, "codes") + "\n",
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
        "## Hints for MCP clients\n\n| Hint | Value | True when |\n| --- | --- | --- |\n" +
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
        ) +
        "\n") +
    "## On record\n\n| Fact | Value |\n| --- | --- |\n| Contract | " +
    show(view, "source") +
    " |\n| Contract hash | " +
    show(view, "hash") +
    " |\n" +
    each(get(view, "metadata"), (item1) => "| " + show(item1, "key") + " | " + show(item1, "value") + " |\n")
  );
}
