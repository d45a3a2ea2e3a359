import type { APIRoute, GetStaticPaths } from "astro";
import { getCollection, getEntry } from "astro:content";
import { manifest, roles } from "virtual:proviso-site";
import type { ToolCall } from "../calls/tool-call.ts";
import type { PageFacts } from "../facts/page-facts.ts";
import type { TrialData } from "../try/trial.ts";

interface PageEntry {
  readonly id: string;
  readonly data: { readonly tool?: PageFacts };
}
const pages = async (): Promise<readonly PageEntry[]> => getCollection("docs");

/** The contract of each tool, beside its page: loaded when somebody tries a call. */
export const getStaticPaths = (async () =>
  (await pages()).flatMap(({ id, data }) => {
    const tools = manifest?.tools.filter(({ name }) => name === data.tool?.name);
    return manifest && tools?.[0] ? [{ params: { page: id }, props: { ...manifest, tools } }] : [];
  })) satisfies GetStaticPaths;

export const GET: APIRoute<TrialData["manifest"]> = async ({ props }) => {
  const call: { readonly data: ToolCall } | undefined = await getEntry("calls", props.tools[0]?.name ?? "");
  return Response.json({ manifest: props, input: call?.data.input ?? {}, roles } satisfies TrialData);
};
