import type { DomainModel } from "@proviso/compiler";
import { dataPackageFiles } from "../../package/data-package.ts";
import type { EmittedFile } from "../../text/emitted-file.ts";
import type { DomainContext, EmitOptions, Emitter } from "../../package/emitter.ts";
import { createRenderer, type Render } from "../../templates/render-template.ts";
import { callsFile } from "./calls-file.ts";
import { type Catalogue, catalogue } from "./catalogue.ts";
import { domainPageOf, domainsPage } from "./domain-pages.ts";
import { docsEntry, type DocsEntry } from "./entry.ts";
import { failureIndex } from "./failure-page.ts";
import { categoryIndex, permissionIndex } from "./group-pages.ts";
import { indexPage } from "./index-page.ts";
import { llmsView } from "./llms-page.ts";
import { type Markdown, withPlainCode } from "../../text/markdown.ts";
import type { DocsPage } from "./page.ts";
import { toolPage } from "./page-paths.ts";
import { safetyPages } from "./safety-pages.ts";
import { toolView } from "./tool-page.ts";

/** Markdown pages for reviewers and developers, and `llms.txt` for agents. */
export const docsEmitter: Emitter<DocsEntry> = {
  name: "docs",
  summary:
    "Markdown pages: every tool, and the tools by safety, category, permission and failure; and llms.txt",
  async emitDomain(domain, context) {
    const render = await createRenderer(context.templates);
    return {
      files: docsPagesOf(domain, context, render).map((page) => renderPage(page, render)),
      entry: docsEntry(domain, context, render),
    };
  },
  async emitIndex(entries, options) {
    const render = await createRenderer(options.templates);
    const all = catalogue(entries);
    return [
      ...indexPages(all, options).map((page) => renderPage(page, render)),
      { path: "llms.txt", text: withPlainCode(fileText(render("llms", llmsView(all, options.product)))) },
      { path: "calls.json", text: callsFile(all, options) },
      ...(await dataPackageFiles(options, {
        description: `The tools of ${options.product}, documented as Markdown.`,
        exports: { "./*": "./*" },
        files: ["**/*.md", "calls.json", "llms.txt"],
        readme: "docs-readme",
        // Its pages name forbidden tools.
        isPrivate: true,
      })),
    ];
  },
};

function renderPage({ path, template, view }: DocsPage, render: Render): EmittedFile {
  return { path, text: fileText(render(template, view)) };
}

/** A rendered page with its final line end. */
function fileText(rendered: Markdown): string {
  return `${rendered}\n`;
}

function docsPagesOf(
  domain: DomainModel,
  { project, wireNames, history }: DomainContext,
  render: Render,
): readonly DocsPage[] {
  const { permissions, reconciled } = project;
  return [
    domainPageOf(domain, render),
    ...domain.tools.map((tool, index) => ({
      path: toolPage(tool),
      template: "tool" as const,
      view: toolView(tool, { domain, permissions, reconciled, wireNames, history, order: index + 1 }),
    })),
  ];
}

function indexPages(all: Catalogue, options: EmitOptions): readonly DocsPage[] {
  return [
    indexPage(all, options.product),
    ...safetyPages(all),
    categoryIndex(all),
    permissionIndex(all),
    failureIndex(all),
    domainsPage(all),
  ];
}
