import { type Json, canonicalJson } from "@proviso/manifest";
import type { WireTool } from "../connection/connection.ts";
import type { DefinitionChange } from "./compare-definitions.ts";

/** Findings that make a listed tool doubtful, whatever it claims. */
export type Doubts = ReadonlyMap<WireTool, readonly DefinitionChange[]>;

const listedTwice = "name (listed twice)";

/** Escapes the hidden characters in the texts of a tool, for a person or a host. */
export async function withoutHidden(tool: WireTool): Promise<WireTool> {
  if (isPlainText(tool)) return tool;
  const { withShownTexts } = await import("../tool/doubtful-text.ts");
  return withShownTexts(tool);
}

const plain = /^[\n\r\t -~]*$/;

/** Whether all texts of a value are of ASCII, which hides nothing and imitates nothing. */
function isPlainText(value: Json | object): boolean {
  return plain.test(typeof value === "string" ? value : unescaped(JSON.stringify(value)));
}

/** Resolves JSON escapes, because JSON hides control characters behind them. */
function unescaped(json: string): string {
  return json.replaceAll(/\\u[0-9a-f]{4}|\\[bf]/gu, "\u0000");
}

/**
 * Finds tools that a person could confuse: listed twice with different definitions, with hidden
 * characters, or with a name that looks like another. `names` are those of the contracts.
 */
export async function findDoubts(listed: readonly WireTool[], names: readonly string[]): Promise<Doubts> {
  const doubts = new Map<WireTool, readonly DefinitionChange[]>();
  const plainNames = namesByLook([...names, ...listed.map(({ name }) => name)]);
  const definitions = new Map<string, Set<string>>();
  for (const tool of listed) {
    const known = definitions.get(tool.name) ?? new Set();
    definitions.set(tool.name, known.add(canonicalJson(tool as unknown as Json)));
  }
  for (const tool of listed) {
    const isTwice = (definitions.get(tool.name)?.size ?? 0) > 1;
    const like = [...(plainNames.get(lookOf(tool.name)) ?? [])].filter((name) => name !== tool.name);
    const found: DefinitionChange[] = [
      ...(isTwice ? [{ what: listedTwice, verdict: "loosened" } as const] : []),
      ...(like.length > 0 && !names.includes(tool.name)
        ? [{ what: `name (looks like \`${like[0] ?? ""}\`)`, verdict: "changed" } as const]
        : []),
      ...(isPlainText(tool) ? [] : await doubtfulTexts(tool)),
    ];
    if (found.length > 0) doubts.set(tool, found);
  }
  return doubts;
}

async function doubtfulTexts(tool: WireTool): Promise<readonly DefinitionChange[]> {
  const { hiddenIn, imitationsIn } = await import("../tool/doubtful-text.ts");
  const { name, ...others } = tool;
  const texts = Object.entries(others).filter(
    ([, value]) => hiddenIn(textsOf(value as Json).join(" ")).length > 0,
  );
  const isHidden = hiddenIn(name).length > 0;
  return [
    ...(isHidden ? [{ what: "name (hidden characters)", verdict: "loosened" } as const] : []),
    ...(imitationsIn(name).size > 0 ? [{ what: "name (look-alikes)", verdict: "changed" } as const] : []),
    ...texts.map(([what]) => ({ what: `${what} (hidden characters)`, verdict: "changed" }) as const),
  ];
}

function textsOf(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...textsOf(each as Json)]);
}

function namesByLook(names: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byLook = new Map<string, Set<string>>();
  for (const name of names) {
    const look = lookOf(name);
    byLook.set(look, (byLook.get(look) ?? new Set()).add(name));
  }
  return byLook;
}

/** A key that is equal for names that differ in case, separators or similar characters. */
function lookOf(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[-_./\s]/gu, "")
    .replaceAll("rn", "m")
    .replaceAll(/[1i|]/gu, "l")
    .replaceAll("0", "o");
}
