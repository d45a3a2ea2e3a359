import { escapeText } from "@proviso/manifest";
import { without } from "../report/masked.ts";
import type { OpenTarget } from "./open-target.ts";

/** What a run will do, a line each: printed before anything is called. */
export function planText(
  { target, server, oracles, world, whyNot, isDisposable, folder }: OpenTarget,
  limits: { readonly calls: number; readonly seconds: number; readonly approves: boolean },
): string {
  const { name, version } = server.identity;
  const called = world.tools.map((tool) => tool.name).filter((tool) => !whyNot.has(tool));
  const where = target.kind === "url" ? target.url : target.command.join(" ");
  const lines = [
    `verifies ${name} ${version}: ${where}`,
    isDisposable
      ? `the target may be changed (--disposable)${folder === undefined ? "" : `; its folder is ${folder}`}`
      : "the target must not be changed: only tools that say that they only read are called",
    `calls ${called.join(", ") || "no tool"}`,
    ...(limits.approves ? ["answers each question to a person with yes (--approve)"] : []),
    ...(whyNot.size > 0 ? [`does not call ${[...whyNot.keys()].join(", ")}: see --disposable`] : []),
    `watches ${oracles.map(({ watches }) => watches).join("; ") || "nothing: see --watch-folder, --sqlite and others"}`,
    `makes at most ${limits.calls} calls in ${limits.seconds} s; Ctrl-C ends it with a report`,
  ];
  return without(lines, world.secrets).map(escapeText).join("\n");
}
