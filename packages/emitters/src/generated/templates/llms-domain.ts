// Generated from templates/*.hbs by `pnpm templates`. Do not edit: change a template and run it.
import { each, get, isThere, show, type View } from "../../markdown/template-functions.ts";

export function llmsDomain(view: View): string {
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
        "\n- Approval: " +
        show(item1, "asks") +
        "\n" +
        each(
          get(item1, "refinements"),
          (item2) =>
            "- When " +
            show(item2, "when") +
            ": risk " +
            show(item2, "risk") +
            ", approval " +
            show(item2, "asks") +
            ", changes " +
            show(item2, "changes") +
            "\n",
        ) +
        each(
          get(item1, "sideEffects"),
          (item2) =>
            "- Effect: " +
            show(item2, "kind") +
            ". " +
            show(item2, "description") +
            (isThere(get(item2, "notes")) ? " (" + show(item2, "notes") + ")" : "") +
            "\n",
        ) +
        (isThere(get(item1, "repeat")) ? "- Called again: " + show(item1, "repeat") + "\n" : "") +
        (isThere(get(item1, "dryRun")) ? "- Dry run: " + show(item1, "dryRun") + "\n" : "") +
        (isThere(get(item1, "permissions")) ? "- Permissions: " + show(item1, "permissions") + "\n" : "") +
        (isThere(get(item1, "failures")) ? "- Fails with: " + show(item1, "failures") + "\n" : "") +
        "\n" +
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
        (isThere(get(item1, "content")) ? show(item1, "content") + "\n\n" : "") +
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
