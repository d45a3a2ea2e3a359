import { createHash } from "node:crypto";
import { acceptedNames, riskLevels, type Manifest, type ToolContract } from "@proviso/manifest";
import type { EnforcingServer, InvokeOptions } from "../../api/outcome.ts";

/** Whether a tool belongs to a part of a server's tools. It narrows what a caller sees, and adds nothing to it. */
export type Toolset = (tool: ToolContract) => boolean;

export interface ToolsetOptions {
  /**
   * The tools that are served, as terms with commas between them: `domain:orders`, `permission:orders:read`, `risk:medium` (that level
   * at most), the name of a tool, or a name from `toolsets`. A tool is served if one of the terms names it; of several texts, each
   * narrows. To a call every other tool is unknown. Over HTTP, `?toolset=` of a request's address narrows further. Defaults to all.
   */
  readonly toolset?: string | readonly string[];
  /** Names for terms, such as `{ support: "domain:customers,orders.get" }`. */
  readonly toolsets?: NamedToolsets;
}

export type NamedToolsets = Readonly<Record<string, string>>;

/** So that a request does not cost much. */
const maxTerms = 100;

/** The tools that all of these texts name, none if there are too many terms; undefined without a text. */
export function readToolset(texts: readonly string[], named: NamedToolsets = {}): Toolset | undefined {
  if (texts.length === 0) return undefined;
  const terms = texts.map((text) => termsIn(text, named));
  const parts = terms.flat().length > maxTerms ? [[]] : terms.map((each) => each.map(termOf));
  return (tool) => parts.every((some) => some.some((isIn) => isIn(tool)));
}

/** The toolset of a request's address. */
export function toolsetOfRequest(url = "", named?: NamedToolsets): Toolset | undefined {
  return readToolset(new URLSearchParams(url.split("?", 2)[1]).getAll("toolset"), named);
}

/** Reads a host's option. Throws a TypeError for a term that names no tool of the manifest, which is a typing error. */
export function checkedToolset(
  option: string,
  texts: readonly string[],
  { tools }: Manifest,
  named: NamedToolsets,
): Toolset | undefined {
  const wrong = texts.flatMap((text) => termsIn(text, named)).find((term) => !tools.some(termOf(term)));
  if (wrong !== undefined) throw new TypeError(`\`${option}\`: no tool belongs to "${wrong}"`);
  return readToolset(texts, named);
}

function termsIn(text: string, named: NamedToolsets): readonly string[] {
  const words = text.split(",").map((word) => word.trim());
  return words
    .filter((word) => word !== "")
    .flatMap((word) => (Object.hasOwn(named, word) ? termsIn(named[word] ?? "", {}) : [word]));
}

function termOf(term: string): Toolset {
  const [kind = ""] = term.split(":", 1);
  const value = term.slice(kind.length + 1);
  const most = riskLevels.findIndex((level) => level === value);
  if (kind === "domain") return ({ domain }) => domain === value;
  if (kind === "permission") return ({ permissions }) => permissions.includes(value);
  if (kind === "risk") return ({ riskLevel }) => riskLevels.indexOf(riskLevel) <= most;
  return (tool) => acceptedNames(tool).includes(term);
}

/** The server with a part of its tools. The gate itself takes no other one for known, so that no way to a call is left out. */
export function narrowed(server: EnforcingServer, toolset: Toolset | undefined): EnforcingServer {
  if (!toolset) return server;
  const within = (options: InvokeOptions): InvokeOptions => ({
    ...options,
    toolset: (tool) => toolset(tool) && (options.toolset?.(tool) ?? true),
  });
  return {
    ...server,
    list: (principal) => server.list(principal).filter(toolset),
    invoke: (name, input, options) => server.invoke(name, input, within(options)),
    resolve: (name, input, options) => server.resolve(name, input, within(options)),
  };
}

/**
 * `_meta` of a list that is not the whole one: a hash of the names and contracts that this caller can find and call. While it stays,
 * nothing has to be searched or described again.
 */
export function listMeta(tools: readonly ToolContract[]): Readonly<Record<string, { hash: string }>> {
  const lines = tools.map(({ name, hash }) => `${name} ${hash}`);
  return { "dev.proviso/list": { hash: createHash("sha256").update(lines.join("\n")).digest("hex") } };
}
