import type { APIRoute } from "astro";
import { allPages } from "../find/all-pages.ts";
import { toolPages } from "../program/sidebar.ts";

/** The address and title of every page, from which the page for a wrong address suggests some. */
export const GET: APIRoute = async () => {
  const base = import.meta.env.BASE_URL;
  // Pages that are no Markdown have fixed places in the sidebar.
  const fixed = toolPages.flatMap((item) =>
    typeof item === "object" && "link" in item && item.link !== "/tools/"
      ? [[base + item.link.slice(1), item.label]]
      : [],
  );
  const pages = (await allPages()).map(({ id, title }) => [id === "index" ? base : `${base}${id}/`, title]);
  return Response.json([...pages, ...fixed]);
};
