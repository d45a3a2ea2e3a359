import { hostAsks, planName, wireName, withoutDots } from "@proviso/manifest";
import { dataPackageFiles } from "../../package/data-package.ts";
import type { Emitter } from "../../package/emitter.ts";
import { printJsonFile } from "../../text/print-json.ts";
import { isVisible } from "../../naming/project-outline.ts";
import { claudeCodeSettings } from "./claude-code.ts";
import type { HostTool } from "./host-tool.ts";
import { vsCodeSettings } from "./vs-code.ts";

/** Permission rules for agents' hosts, without forbidden tools: agents can read the files. */
export const hostsEmitter: Emitter<readonly HostTool[]> = {
  name: "hosts",
  summary: "the permission rules of Claude Code and VS Code: which tools run unasked, which ask a person",
  async emitDomain({ tools }) {
    const entry = tools.filter(isVisible).flatMap((tool) => {
      const plan = planName(tool, "underscore");
      const name = withoutDots(wireName(tool, "underscore"));
      // A plan changes nothing, whatever the tool does.
      return [
        { name, hostAsks: hostAsks(tool) },
        ...(plan === undefined ? [] : [{ name: withoutDots(plan), hostAsks: false }]),
      ];
    });
    return { files: [], entry };
  },
  async emitIndex(entries, options) {
    const tools = entries.flat();
    return [
      { path: "claude-code/settings.json", text: printJsonFile(claudeCodeSettings(tools, options.product)) },
      { path: "vscode/settings.json", text: printJsonFile(vsCodeSettings(tools)) },
      ...(await dataPackageFiles(options, {
        description: `Permission rules of agents' hosts for the tools of ${options.product}.`,
        exports: { "./*.json": "./*.json", "./package.json": "./package.json" },
        files: ["claude-code", "vscode"],
        readme: "hosts-readme",
      })),
    ];
  },
};
