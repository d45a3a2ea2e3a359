import { callableTools, type ToolPage } from "../agents/callable-tools.ts";
import { slugsOf } from "./slugs.ts";

/** The tools of one owner, for a review. */
export interface ReviewPack {
  readonly owner: string;
  /** The name of its page. */
  readonly slug: string;
  /** The most dangerous first. */
  readonly pages: readonly ToolPage[];
}

/** A pack for each owner; the tools for which nobody is named come last. */
export async function reviewPacks(): Promise<readonly ReviewPack[]> {
  const byOwner = Map.groupBy(await callableTools(), ({ tool }) => tool.owner);
  const owners = [...byOwner.keys()].toSorted((one, other) =>
    one === undefined ? 1 : other === undefined ? -1 : one < other ? -1 : 1,
  );
  const slugs = slugsOf(owners.map((owner) => owner ?? "without an owner"));
  return owners.map((owner, index) => ({
    owner: owner ?? "Tools without an owner",
    slug: slugs[index] ?? String(index),
    pages: byOwner.get(owner) ?? [],
  }));
}
