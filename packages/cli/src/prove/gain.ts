import { didYouMean, nearest } from "@proviso/compiler";
import { escapeText, type Manifest } from "@proviso/manifest";
import {
  type AskedOften,
  askedOften,
  callsOf,
  type Cut,
  gainOf,
  type Gain,
  type ToolCall,
  toolReaches,
} from "@proviso/prove";
import { UsageError } from "@proviso/terminal";
import type { ProjectPlace } from "../disk/find-project.ts";
import { countOf } from "../terminal/count.ts";
import { callText, scope } from "./formats.ts";
import { type ContractsHere, readContractsHere } from "../project/contracts-here.ts";
import { rolesIn, type RolePermissions } from "./prove-project.ts";

/** What `proviso prove --grant` prints. */
export interface PrintedGain extends Pick<ContractsHere, "diagnostics" | "texts"> {
  /** Absent if the contracts have errors. */
  readonly printed?: string;
}

/** Lists what a caller who holds some permissions gains by others, both as words separated by commas; a tool stands for what it needs, a role for what it holds. */
export async function printGain(
  place: ProjectPlace,
  {
    grant,
    held,
    isJson,
  }: { readonly grant: string; readonly held: string | undefined; readonly isJson: boolean },
): Promise<PrintedGain> {
  const { here, diagnostics, texts } = await readContractsHere(place);
  if (!here) return { diagnostics, texts };
  const { manifest, config } = here;
  const roles = rolesIn(config);
  const granted = permissionsIn(grant, manifest, roles);
  const gain = gainOf(
    toolReaches(manifest),
    granted,
    held === undefined ? [] : permissionsIn(held, manifest, roles),
  );
  const calls = callsOf(gain.harm ?? [], manifest);
  const harm = gain.harm?.map(
    ({ name }): HarmStep => calls.find(({ tool }) => tool === name) ?? { tool: name, isUndecided: true },
  );
  const gained = new Map(gain.tools.map(({ name, effects }) => [name, effects]));
  const tools = manifest.tools.flatMap((tool): readonly Row[] => {
    const effects = gained.get(tool.name);
    return effects ? [{ name: tool.name, asked: askedOften(tool), effects }] : [];
  });
  const printed = isJson
    ? JSON.stringify({ ...gain, tools, ...(harm && { harm }), scope }, null, 2)
    : textOf({ ...gain, tools }, harm);
  return { printed, diagnostics, texts };
}

/** A call on the path to harm; without one where a condition is not decided, which counts as a path. */
type HarmStep = ToolCall | { readonly tool: string; readonly isUndecided: true };

/** A tool that the permissions open. */
interface Row {
  readonly name: string;
  readonly asked: AskedOften;
  readonly effects: readonly string[];
}

/** Permissions by name; in place of a tool, those that it needs, and of a role, those that it holds. */
function permissionsIn(
  words: string,
  { permissions, tools }: Manifest,
  roles: RolePermissions,
): readonly string[] {
  const needs = new Map([
    ...tools.map((tool) => [tool.name, tool.permissions] as const),
    ...Object.entries(roles),
  ]);
  return words.split(",").flatMap((word) => {
    const name = word.trim();
    if (Object.hasOwn(permissions, name)) return [name];
    const needed = needs.get(name);
    if (needed) return needed;
    const hint = didYouMean(nearest(name, [...Object.keys(permissions), ...needs.keys()]));
    throw new UsageError(
      `nothing here declares the permission, tool or role \`${name}\`${hint === undefined ? "" : `: ${hint}`}`,
    );
  });
}

function textOf(
  { granted, held, tools, chains, cut }: Omit<Gain, "tools"> & { readonly tools: readonly Row[] },
  harm: readonly HarmStep[] | undefined,
): string {
  const who = held.length === 0 ? "a caller without permissions" : `a caller with ${held.join(", ")}`;
  const rows = tools.map(
    ({ name, asked, effects }) => `  ${name}  ${asks[asked]}; ${effects.join(", ") || "changes nothing"}`,
  );
  const lines = [
    `${granted.join(", ")} lets ${who} call ${countOf(tools.length, "more tool")}${tools.length > 0 ? ":" : ""}`,
    ...rows,
    `new chains from private data to the outside: ${chains.all}, of which nobody is asked about ${chains.unasked}`,
    ...(harm
      ? [
          "the shortest path to harm that nobody is asked about:",
          ...harm.map((step) =>
            "input" in step ? `  ${escapeText(callText(step))}` : `  ${step.tool}  ${asks.undecided}`,
          ),
        ]
      : ["no path to harm that nobody is asked about"]),
    ...(cut ? [`the cheapest cut: ${cutText(cut)}`] : []),
  ];
  return [...lines, scope].join("\n");
}

const asks = {
  never: "the server asks nobody",
  sometimes: "the server asks a person before some calls",
  always: "the server asks a person before every call",
  undecided: "whether the server asks is not decided",
} as const;

function cutText(cut: Cut): string {
  if (cut.kind === "withhold") return `withhold ${cut.permission}`;
  return `ask a person before ${cut.tools.join(", ")}`;
}
