import { defineMiddleware } from "astro:middleware";
import { lighter } from "./lighter.ts";

/** Sends the pages of tools in fewer bytes. */
export const onRequest = defineMiddleware(async (_, next) => {
  const response = await next();
  if (!response.headers.get("content-type")?.startsWith("text/html")) return response;
  return new Response(lighter(await response.text()), response);
});
