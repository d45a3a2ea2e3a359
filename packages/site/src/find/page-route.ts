import { defineRouteMiddleware, type StarlightRouteData } from "@astrojs/starlight/route-data";
import type { ImageMetadata } from "astro";
import { getEntry } from "astro:content";
import type { ToolCall } from "../calls/tool-call.ts";
import { hasMarkdown } from "./has-markdown.ts";
import { markdownAddress } from "./page-markdown.ts";
import { oneDomain, presetPages } from "./sidebar.ts";
import { siblings } from "./trail.ts";

const base = import.meta.env.BASE_URL;

/** What Starlight shows around a page, and says about it in its head. */
export const onRequest = defineRouteMiddleware(async ({ locals, url, site }) => {
  const route = locals.starlightRoute;
  stayInGroup(route, url.pathname);
  route.sidebar = oneDomain(route.sidebar, `${base}tools/`, url.pathname);
  // These have wide tables.
  if (presetPages.test(route.entry.id) || route.entry.id === "by-safety") route.toc = undefined;
  const { tool } = route.entry.data;
  if (tool) {
    const call: { readonly data: ToolCall } | undefined = await getEntry("calls", tool.name);
    if (call?.data.part?.url) route.editUrl = new URL(call.data.part.url);
  }
  if (await hasMarkdown(route.entry)) {
    const attrs = { rel: "alternate", type: "text/markdown", href: markdownAddress(route.entry.id, base) };
    route.head.push({ tag: "link", attrs });
  }
  // Only a full address leads there from elsewhere.
  if (site) route.head.push(...card(tool?.riskLevel ?? "page", site));
});

/** The pages before and after this one in its own group: a domain ends where the next begins. What a page names itself stays. */
function stayInGroup({ sidebar, entry, pagination }: StarlightRouteData, address: string): void {
  const beside = new Set(siblings(sidebar, address).map(({ href }) => href));
  const { prev, next } = entry.data;
  if (prev === undefined && !beside.has(pagination.prev?.href ?? "")) pagination.prev = undefined;
  if (next === undefined && !beside.has(pagination.next?.href ?? "")) pagination.next = undefined;
}

const cards = import.meta.glob<ImageMetadata>("../cards/*.png", { eager: true, import: "default" });

/** The picture that is shown where somebody posts the address. */
function card(name: string, site: URL): StarlightRouteData["head"] {
  const image = cards[`../cards/${name}.png`];
  if (!image) return [];
  const { src, width, height } = image;
  const facts = {
    "og:image": new URL(src, site).href,
    "og:image:width": `${width}`,
    "og:image:height": `${height}`,
  };
  return Object.entries(facts).map(([property, content]) => ({ tag: "meta", attrs: { property, content } }));
}
