import type { ToolContract, WireNames } from "../contract/contract.ts";

type NamedTool = Pick<ToolContract, "name" | "wireName">;

/** The tool names that MCP allows (2026-07-28, server/tools, "Tool Names"). */
export const mcpName: RegExp = /^[A-Za-z0-9_.-]{1,128}$/;

/** The name under which a tool is listed over MCP. */
export function wireName({ name, wireName: stated }: NamedTool, wireStyle: WireNames): string {
  return stated ?? (wireStyle === "dotted" ? name : withoutDots(name));
}

/** All names under which a tool can be called; the contract's own comes first. */
export function acceptedNames({ name, wireName: stated }: NamedTool): readonly string[] {
  return [...new Set([name, withoutDots(name), ...(stated === undefined ? [] : [stated])])];
}

/** The wire name for hosts that refuse dots. The compiler refuses two tools with the same one. */
export function withoutDots(name: string): string {
  return name.replaceAll(".", "_");
}

/** The name that a person types to approve a critical tool. Server and clients derive it. */
export function spokenName({ name, wireName: stated }: NamedTool): string {
  return stated ?? name;
}

type PlannedTool = NamedTool & Pick<ToolContract, "dryRun">;

/** The name of the read-only tool beside a tool with a dry run, which returns its plan. */
export function planName(tool: PlannedTool, wireStyle: WireNames): string | undefined {
  return tool.dryRun && `${wireName(tool, wireStyle)}${planSuffix}`;
}

/** All names under which a call makes the plan of a tool and nothing else. */
export function acceptedPlanNames(tool: PlannedTool): readonly string[] {
  return tool.dryRun ? acceptedNames(tool).map((name) => `${name}${planSuffix}`) : [];
}

export const planSuffix = "_plan";
