// Generated from templates/*.hbs by test/templates.test.ts. Do not edit: change a template and run
// `pnpm exec vitest run test/templates.test.ts -u`.
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
        "- Called again: " +
        show(item1, "repeat") +
        "\n- Dry run: " +
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
