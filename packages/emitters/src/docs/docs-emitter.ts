import type { ContractModel } from "@proviso/compiler";
import type { EmitOptions, EmittedFile, Emitter } from "../emitter.ts";
import { generatedNotice } from "../generated-notice.ts";
import { printJson } from "../print-json.ts";
import { createRenderer } from "../render-template.ts";
import { type Catalogue, catalogue } from "./catalogue.ts";
import { domainPages } from "./domain-pages.ts";
import { failurePages } from "./failure-pages.ts";
import { categoryPages, permissionPages } from "./group-pages.ts";
import { indexPage } from "./index-page.ts";
import { llmsView } from "./llms-view.ts";
import { type Markdown, packageNameText, text } from "./markdown.ts";
import type { Page } from "./page.ts";
import { toolPage } from "./page-paths.ts";
import { safetyPages } from "./safety-pages.ts";
import { toolView } from "./tool-page.ts";

/** Markdown for people who review and build, and `llms.txt` for agents. */
export const docsEmitter: Emitter = {
  name: "docs",
  summary:
    "Markdown pages: by safety, category and permission, one per tool and per failure mode, and llms.txt",
  emit(model: ContractModel, options: EmitOptions): EmittedFile[] {
    const all = catalogue(model);
    const render = createRenderer(options.templates);
    return [
      ...pages(all, options).map((page) => ({ path: page.path, text: render(page.template, page.view) })),
      { path: "llms.txt", text: render("llms", llmsView(all, options.product, options.wireNames)) },
      { path: "README.md", text: render("docs-readme", readmeView(options)) },
      { path: "package.json", text: printJson(packageJson(options)) },
    ];
  },
};

function pages(all: Catalogue, options: EmitOptions): readonly Page[] {
  return [
    indexPage(all, options.product),
    ...safetyPages(all),
    ...categoryPages(all),
    ...permissionPages(all),
    ...failurePages(all),
    ...domainPages(all),
    ...all.domains.flatMap((domain) =>
      domain.tools.map((tool, index) => ({
        path: toolPage(tool),
        template: "tool" as const,
        view: toolView(tool, { domain, permissions: all.permissions, order: index + 1 }),
      })),
    ),
  ];
}

function readmeView(options: EmitOptions): Page["view"] {
  return {
    notice: generatedNotice() as Markdown,
    packageName: packageNameText(options.packageName),
    product: text(options.product),
  };
}

function packageJson(options: EmitOptions): object {
  return {
    "//": generatedNotice(),
    name: options.packageName,
    version: options.packageVersion,
    description: `The tools of ${options.product}, documented as Markdown.`,
    license: options.license,
    type: "module",
    exports: { "./*": "./*" },
    files: ["**/*.md", "llms.txt"],
    publishConfig: { access: "public" },
  };
}
