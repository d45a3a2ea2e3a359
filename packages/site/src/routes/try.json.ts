import type { APIRoute, GetStaticPaths } from "astro";
import { getEntry } from "astro:content";
import { manifest, roles } from "virtual:proviso-site";
import type { ToolCall } from "../calls/tool-call.ts";
import { allPages } from "../find/all-pages.ts";
import type { TrialData } from "../try/trial.ts";

/** The contract of each tool, beside its page: loaded when somebody tries a call. */
export const getStaticPaths = (async () =>
  (await allPages()).flatMap(({ id, tool }) => {
    const tools = manifest?.tools.filter(({ name }) => name === tool?.name);
    return manifest && tools?.[0] ? [{ params: { page: id }, props: { ...manifest, tools } }] : [];
  })) satisfies GetStaticPaths;

export const GET: APIRoute<TrialData["manifest"]> = async ({ props }) => {
  const call: { readonly data: ToolCall } | undefined = await getEntry("calls", props.tools[0]?.name ?? "");
  const input = call?.data.input ?? props.tools[0]?.examples[0]?.input ?? {};
  return Response.json({ manifest: props, input, roles } satisfies TrialData);
};
