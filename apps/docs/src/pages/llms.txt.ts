import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { APIRoute } from "astro";
import { generatedDocs } from "../markdown/page-id.ts";

/** The tools for agents, as generated: without the forbidden ones. */
export const GET: APIRoute = async () =>
  new Response(await readFile(join(process.cwd(), generatedDocs, "llms.txt"), "utf8"), {
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
