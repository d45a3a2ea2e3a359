import type { APIRoute, GetStaticPaths } from "astro";
import sharp from "sharp";
import { allPages } from "../find/all-pages.ts";
import { type LabelledTool, labelSvg } from "../label/label-svg.ts";

const types = { svg: "image/svg+xml", png: "image/png" } as const;

/** The label of each tool, beside its page: to be shown in a README or a review. */
export const getStaticPaths = (async () =>
  (await allPages()).flatMap(({ id, tool }) =>
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
