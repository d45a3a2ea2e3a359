import { defineRouteMiddleware } from "@astrojs/starlight/route-data";
import { oneDomain } from "./sidebar.ts";
import { siblings } from "./trail.ts";

/** What Starlight shows around a page: the tools of one domain, and the pages before and after it in its own group. */
export const onRequest = defineRouteMiddleware(({ locals, url }) => {
  const route = locals.starlightRoute;
  const beside = new Set(siblings(route.sidebar, url.pathname).map(({ href }) => href));
  const { prev, next } = route.entry.data;
  const { pagination } = route;
  // What a page itself names stays.
  if (prev === undefined && !beside.has(pagination.prev?.href ?? "")) pagination.prev = undefined;
  if (next === undefined && !beside.has(pagination.next?.href ?? "")) pagination.next = undefined;
  route.sidebar = oneDomain(route.sidebar, `${import.meta.env.BASE_URL.replace(/\/$/, "")}/tools/`, url.pathname);
});
