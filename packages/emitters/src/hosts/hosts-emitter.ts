import { wireName } from "@proviso/manifest";
import { type Markdown, packageNameText, text } from "../docs/markdown.ts";
import type { EmitOptions, Emitter } from "../emitter.ts";
import { generatedNotice } from "../generated-notice.ts";
import { printJson } from "../print-json.ts";
import { isVisible } from "../project-names.ts";
import { createRenderer } from "../render-template.ts";
import { asksPerson } from "./asks-person.ts";
import { claudeCodeSettings } from "./claude-code.ts";
import type { HostTool } from "./host-tool.ts";
import { vsCodeSettings } from "./vs-code.ts";

/** The rules that agents' hosts keep for themselves. Forbidden tools are in none of its files: agents read them. */
export const hostsEmitter: Emitter<readonly HostTool[]> = {
  name: "hosts",
  summary: "the permission rules of Claude Code and VS Code: which tools run unasked, which ask a person",
  async emitDomain({ tools }) {
    const entry = tools
      .filter(isVisible)
      .map((tool) => ({ name: wireName(tool.name, "underscore"), asksPerson: asksPerson(tool) }));
    return { files: [], entry };
  },
  async emitIndex(entries, options) {
    const tools = entries.flat();
    return [
      { path: "claude-code/settings.json", text: printJson(claudeCodeSettings(tools, options.product)) },
      { path: "vscode/settings.json", text: printJson(vsCodeSettings(tools)) },
      { path: "README.md", text: readme(options) },
      { path: "package.json", text: printJson(packageJson(options)) },
    ];
  },
};

function readme(options: EmitOptions): string {
  return `${createRenderer(options.templates)("hosts-readme", readmeView(options))}\n`;
}

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
