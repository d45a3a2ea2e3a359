import type { ToolModel } from "@proviso/compiler";
import { exceptionOf } from "@proviso/manifest";
import type { TemplateView } from "../../templates/view.ts";
import { code, link, type Markdown } from "../../text/markdown.ts";
import { exceptionPhrase } from "./describe.ts";
import { relativePath, toolPage } from "./page-paths.ts";

/** A tool whose server does not ask about some calls, though its level says so. */
export interface ExceptionRow {
  readonly name: string;
  readonly domain: string;
  readonly means: Markdown;
}

export function exceptionRow(tool: ToolModel): readonly ExceptionRow[] {
  const exception = exceptionOf(tool);
  return exception ? [{ name: tool.name, domain: tool.domain, means: exceptionPhrase(exception, tool) }] : [];
}

/** All exceptions, for pages that show them before anything else. */
export function exceptionRows(
  { domains }: { readonly domains: readonly { readonly exceptions: readonly ExceptionRow[] }[] },
  page: string,
): readonly TemplateView[] {
  return domains.flatMap(({ exceptions }) =>
    exceptions.map(({ domain, means, name }) => ({
      name: link(code(name), relativePath(page, toolPage({ domain, name }))),
      means,
    })),
  );
}
