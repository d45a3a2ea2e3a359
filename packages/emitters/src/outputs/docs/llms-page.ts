import { impliedFailureCodes } from "@proviso/manifest";
import type { Catalogue } from "./catalogue.ts";
import { generatedNotice } from "../../text/generated-notice.ts";
import type { TemplateView } from "../../templates/view.ts";
import { code, type Markdown, text } from "../../text/markdown.ts";
import type { PageView } from "./page.ts";

/** `llms.txt`: all tools that agents may know. A domain with forbidden tools only is left out. */
export function llmsView(all: Catalogue, product: string): PageView {
  return {
    notice: generatedNotice() as Markdown,
    product: text(product),
    implied: impliedFailureCodes.flatMap((each) => llmsImpliedFailure(all, each)),
    domains: all.domains.flatMap(({ llms }) => llms ?? []),
  };
}

function llmsImpliedFailure({ failureModes }: Catalogue, failureCode: string): TemplateView[] {
  const mode = failureModes.get(failureCode)?.find((each) => each.mode.implied)?.mode;
  return mode ? [{ code: code(failureCode), meaning: text(mode.description) }] : [];
}
