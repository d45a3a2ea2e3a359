import type { ContractModel } from "@proviso/compiler";
import { type Markdown, packageNameText, text } from "../docs/markdown.ts";
import type { EmitOptions, EmittedFile, Emitter } from "../emitter.ts";
import { generatedNotice } from "../generated-notice.ts";
import { printJson } from "../print-json.ts";
import { createRenderer } from "../render-template.ts";
import { visibleDomains } from "../visible-domains.ts";
import { claudeCodeSettings } from "./claude-code.ts";
import { vsCodeSettings } from "./vs-code.ts";

/** The rules that agents' hosts keep for themselves. Forbidden tools are in none of its files: agents read them. */
export const hostsEmitter: Emitter = {
  name: "hosts",
  summary: "the permission rules of Claude Code and VS Code: which tools run unasked, which ask a person",
  emit(model: ContractModel, options: EmitOptions): EmittedFile[] {
    const tools = visibleDomains(model).flatMap((domain) => domain.tools);
    return [
      { path: "claude-code/settings.json", text: printJson(claudeCodeSettings(tools, options.product)) },
      { path: "vscode/settings.json", text: printJson(vsCodeSettings(tools)) },
      { path: "README.md", text: createRenderer(options.templates)("hosts-readme", readmeView(options)) },
      { path: "package.json", text: printJson(packageJson(options)) },
    ];
  },
};

function readmeView(options: EmitOptions): { readonly [name: string]: Markdown } {
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
    description: `Permission rules of agents' hosts for the tools of ${options.product}.`,
    license: options.license,
    type: "module",
    exports: { "./*.json": "./*.json", "./package.json": "./package.json" },
    files: ["claude-code", "vscode"],
    publishConfig: { access: "public" },
  };
}
