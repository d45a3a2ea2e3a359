import type { APIRoute } from "astro";
import { allPages } from "../find/all-pages.ts";

/** The address and title of every page, from which the page for a wrong address suggests some. */
export const GET: APIRoute = async () => {
  const base = import.meta.env.BASE_URL;
  const pages = (await allPages()).map(({ id, title }) => [id === "index" ? base : `${base}${id}/`, title]);
  return Response.json(pages);
};
