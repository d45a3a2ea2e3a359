import type { APIRoute, GetStaticPaths } from "astro";
import { getCollection } from "astro:content";
import sharp from "sharp";
import type { PageFacts } from "../facts/page-facts.ts";
import { type LabelledTool, labelSvg } from "../label/label-svg.ts";

const types = { svg: "image/svg+xml", png: "image/png" } as const;

interface PageEntry {
  readonly id: string;
  readonly data: { readonly tool?: PageFacts };
}
const pages = async (): Promise<readonly PageEntry[]> => getCollection("docs");

/** The label of each tool, beside its page: to be shown in a README or a review. */
export const getStaticPaths = (async () =>
  (await pages()).flatMap(({ id, data: { tool } }) =>
    tool?.label ? Object.keys(types).map((type) => ({ params: { page: id, type }, props: { ...tool } })) : [],
  )) satisfies GetStaticPaths;

export const GET: APIRoute<LabelledTool, { type: keyof typeof types }> = async ({
  props,
  params: { type },
}) => {
  const svg = labelSvg(props);
  // Two pixels for one: sharp on every screen.
  const body =
    type === "svg" ? svg : new Uint8Array(await sharp(Buffer.from(svg), { density: 144 }).png().toBuffer());
  return new Response(body, { headers: { "content-type": types[type] } });
};
