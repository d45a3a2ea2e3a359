import type { APIRoute, GetStaticPaths } from "astro";
import { holderWords } from "../../agents/holders.ts";
import { packCsv } from "../../review/pack-csv.ts";
import { reviewPacks } from "../../review/packs.ts";

export const getStaticPaths = (async () =>
  (await reviewPacks()).map((pack) => ({
    params: { owner: pack.slug },
    props: { csv: packCsv(pack, holderWords) },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ csv: string }> = ({ props }) =>
  new Response(props.csv, { headers: { "content-type": "text/csv; charset=utf-8" } });
