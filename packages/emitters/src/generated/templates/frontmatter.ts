// Generated from templates/*.hbs by test/templates.test.ts. Do not edit: change a template and run
// `pnpm exec vitest run test/templates.test.ts -u`.
import { get, isThere, show, type View } from "../../markdown/template-functions.ts";

export function frontmatter(view: View): string {
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
