import type { Manifest, ToolContract } from "@proviso/manifest";
import { diffManifests } from "../diff/diff-manifests.ts";
import type { Change } from "../diff/facts/change.ts";
import { unlistedChange } from "../diff/unlisted-fields.ts";
import type { OperandContracts } from "./contracts.ts";
import { asListed } from "./read-server.ts";

/** The changes from an operand to what is here, as far as it can know; most serious first. */
export function compareWith(before: OperandContracts, here: Manifest): readonly Change[] {
  if (before.knows === "all") return diffManifests(before.manifest, here);
  const after = asAgentsKnow(here, before.manifest);
  if (before.knows === "agents") return diffManifests(before.manifest, after);
  const listed = after.tools.map((tool) => asListed(tool).contract);
  const changes = diffManifests(before.manifest, { ...after, tools: listed });
  return [...unlistedChanges(before, after.tools), ...changes];
}

/** Leaves out forbidden tools that the operand lacks, and permissions that only they need. */
function asAgentsKnow(here: Manifest, before: Manifest): Manifest {
  const known = new Set(before.tools.map(({ name }) => name));
  const tools = here.tools.filter(({ name, riskLevel }) => riskLevel !== "forbidden" || known.has(name));
  const needed = new Set([...tools.flatMap((tool) => tool.permissions), ...Object.keys(before.permissions)]);
  const permissions = Object.entries(here.permissions).filter(([name]) => needed.has(name));
  return { ...here, permissions: Object.fromEntries(permissions), tools };
}

/** Changes in what a server does not list, as far as its hashes tell. */
function unlistedChanges({ rests }: OperandContracts, tools: readonly ToolContract[]): readonly Change[] {
  return tools.flatMap((tool): readonly Change[] => {
    const [before, after] = [rests?.get(tool.name), asListed(tool).rest];
    return before === undefined || before === after ? [] : [unlistedChange(tool.name, before, after)];
  });
}
