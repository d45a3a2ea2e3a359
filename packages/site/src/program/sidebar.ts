import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { StarlightUserConfig } from "@astrojs/starlight/types";

type SidebarItems = NonNullable<StarlightUserConfig["sidebar"]>;

/** The page with the verdicts of `guarantees.yaml`. */
export const proofSlug = "proved";

/** The pages about the tools of the project in a folder. */
export function toolsSidebar(project: string): SidebarItems {
  const isProved = existsSync(join(project, "guarantees.yaml"));
  const proved: SidebarItems = isProved ? [{ slug: proofSlug, label: "What is proved" }] : [];
  return toolPages.toSpliced(3, 0, ...proved);
}

/** The pages that every product has. */
export const toolPages: SidebarItems = [
  { slug: "overview", label: "What there is" },
  { link: "/at-a-glance/", label: "Safety at a glance" },
  { link: "/agents/", label: "What can an agent do?" },
  { link: "/review/", label: "Review packs" },
  {
    label: "By safety",
    collapsed: true,
    items: [{ autogenerate: { directory: "by-safety" } }],
  },
  {
    label: "By other facts",
    collapsed: true,
    items: [{ slug: "by-category" }, { slug: "by-permission" }, { slug: "failure-modes" }],
  },
  {
    label: "Tools",
    items: [
      { link: "/tools/", label: "Find a tool" },
      { autogenerate: { directory: "tools", collapsed: true } },
    ],
  },
];

/** The pages and folders of a folder, before the pages about tools. */
export function productSidebar(pages: string | undefined, project: string): SidebarItems {
  const entries = pages === undefined ? [] : readdirSync(pages, { withFileTypes: true });
  const own = entries
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry): SidebarItems => {
      if (entry.isDirectory())
        return [{ label: entry.name, items: [{ autogenerate: { directory: entry.name } }] }];
      const slug = /^(?!index\.)([^_].*)\.md$/.exec(entry.name)?.[1];
      return slug === undefined ? [] : [{ slug }];
    });
  return [...own, ...toolsSidebar(project)];
}
