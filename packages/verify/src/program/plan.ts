import { escapeText } from "@proviso/manifest";
import type { OpenTarget } from "./open-target.ts";

/** What a run will do, a line each: printed before anything is called. */
export function planText(
  { target, server, oracles, world, whyNot, isDisposable, folder }: OpenTarget,
  limits: { readonly calls: number; readonly seconds: number },
): string {
  const { name, version } = server.identity;
  const called = world.tools.filter((tool) => !whyNot.has(tool.name)).map((tool) => escapeText(tool.name));
  const watched = oracles
    .filter((oracle) => oracle.name !== "client")
    .map(({ watches }) => escapeText(watches));
  const where = target.kind === "url" ? target.url : target.command.join(" ");
  return [
    `verifies ${escapeText(name)} ${escapeText(version)}: ${escapeText(where)}`,
    isDisposable
      ? `the target may be changed (--disposable)${folder === undefined ? "" : `; its folder is ${folder}`}`
      : "the target must not be changed: only tools that say that they only read are called",
    `calls ${called.length === 0 ? "no tool" : called.join(", ")}`,
    ...(whyNot.size > 0
      ? [`does not call ${[...whyNot.keys()].map(escapeText).join(", ")}: see --disposable`]
      : []),
    watched.length === 0
      ? "watches nothing: see --watch-folder, --sqlite and others"
      : `watches ${watched.join("; ")}`,
    `makes at most ${limits.calls} calls in ${limits.seconds} s; Ctrl-C ends it with a report`,
  ].join("\n");
}
