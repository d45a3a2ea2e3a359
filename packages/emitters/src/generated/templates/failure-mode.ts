// Generated from templates/*.hbs by test/templates.test.ts. Do not edit: change a template and run
// `pnpm exec vitest run test/templates.test.ts -u`.
import { each, get, isThere, written, type View } from "../../markdown/template-functions.ts";
import { frontmatter } from "./frontmatter.ts";
import { toolTable } from "./tool-table.ts";

export function failureMode(view: View): string {
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
    "\n## Tools that return this error\n\n" +
    toolTable({ rows: get(view, "rows") })
  );
}
