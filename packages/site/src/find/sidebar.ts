import type { StarlightRouteData } from "@astrojs/starlight/route-data";

export type SidebarEntry = StarlightRouteData["sidebar"][number];
export type Link = Extract<SidebarEntry, { readonly type: "link" }>;
export type Group = Extract<SidebarEntry, { readonly type: "group" }>;

/** The pages that are nothing but a list of filters. */
export const presetPages = /^by-(?:permission|category)$/;

export function linksIn(entries: readonly SidebarEntry[]): readonly Link[] {
  return entries.flatMap((entry) => (entry.type === "link" ? [entry] : linksIn(entry.entries)));
}

/**
 * The sidebar with the tools of one domain, and only the groups of the page open. On a page of a domain, its group is the only
 * one, and each group without the page is a link to its first page; on other pages, each domain is a link to its page. An unlisted page
 * selects the one above it. `tools`
 * is the address above all domains.
 */
export function oneDomain(sidebar: readonly SidebarEntry[], tools: string, address: string): SidebarEntry[] {
  const links = linksIn(sidebar);
  const home = tools.slice(0, -"tools/".length);
  const isAbove = ({ href }: Link): boolean => href !== home && address.startsWith(href);
  const current = links.find(({ isCurrent }) => isCurrent) ?? links.find(isAbove);
  return withOneDomain(sidebar, tools, address, current);
}

/** `current`: the link of the page, or of one above it. */
function withOneDomain(
  sidebar: readonly SidebarEntry[],
  tools: string,
  address: string,
  current: Link | undefined,
): SidebarEntry[] {
  const isInside = address !== tools && address.startsWith(tools);
  return sidebar.flatMap((entry): SidebarEntry[] => {
    if (entry.type === "link") return [entry === current ? { ...entry, isCurrent: true } : entry];
    const domain = domainOf(entry, tools);
    if (!domain) {
      const links = linksIn(entry.entries);
      if (isInside && links[0] && !links.some(({ href }) => address.startsWith(href)))
        return [{ ...links[0], label: entry.label }];
      // The group with the page itself is open in any case.
      const holdsDomains = entry.entries.some((each) => each.type === "group" && domainOf(each, tools));
      const isUnlistedPart = current?.isCurrent === false && links.includes(current);
      const collapsed = entry.collapsed || (current !== undefined && !isUnlistedPart) || holdsDomains;
      return [{ ...entry, collapsed, entries: withOneDomain(entry.entries, tools, address, current) }];
    }
    if (isInside) return address.startsWith(domain.href) ? [{ ...entry, collapsed: false }] : [];
    return [{ ...domain, label: entry.label }];
  });
}

/** The link to the page of a domain, if that is what the group holds. */
function domainOf({ entries }: Group, tools: string): Link | undefined {
  const [first, ...rest] = linksIn(entries);
  const isDomain =
    first &&
    first.href !== tools &&
    first.href.startsWith(tools) &&
    rest.every(({ href }) => href.startsWith(first.href));
  return isDomain ? first : undefined;
}
