import type { PageText } from "./read-page.ts";

interface Facts {
  readonly asked?: Readonly<Record<"server" | "test" | "live", string>>;
}
interface Facet {
  readonly title: string;
  readonly values: readonly { readonly label: string }[];
}

/** A module of the site, whose own imports only Astro's compiler can type. */
async function siteModule<Module>(file: string): Promise<Module> {
  return (await import(new URL(`../../../../packages/site/src/${file}`, import.meta.url).href)) as Module;
}

const { facetsOf } = await siteModule<{ facetsOf(tools: readonly Facts[]): readonly Facet[] }>(
  "explorer/facets.ts",
);
const { packCsv } = await siteModule<{
  packCsv(pack: { readonly pages: readonly { readonly title: string; readonly tool: Facts }[] }): string;
}>("review/pack-csv.ts");

/** What explorer and review packs of the site say of who is asked, made by the site's own functions. */
export function siteTexts(data: Readonly<Record<string, unknown>>): readonly PageText[] {
  const facts = { approvedBy: "", ...data } as Facts;
  if (!facts.asked) return [];
  const facets = facetsOf([facts]).filter(({ title }) => /\b(?:asks?|asked|guard)\b/.test(title));
  const csv = packCsv({ pages: [{ title: "", tool: facts }] });
  const [head = [], line = []] = csv.split("\n").map((each) => each.trim().slice(1, -1).split('","'));
  return [
    ...facets.flatMap(({ title, values }) =>
      values.map(({ label }) => ({ place: "explorer", text: `${title}: ${label}` })),
    ),
    ...head.flatMap((title, at) =>
      /\bask/.test(title) ? [{ place: "review pack", text: `${title}: ${line[at] ?? ""}` }] : [],
    ),
  ];
}
