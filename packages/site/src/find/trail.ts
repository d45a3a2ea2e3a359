import { type Group, type Link, linksIn, type SidebarEntry } from "./sidebar.ts";

/** A place above a page. A group of the sidebar without a page of its own has no address. */
export interface Crumb {
  readonly label: string;
  readonly href: string | undefined;
}

/** The places above the page at an address, from the top of the sidebar down. */
export function trail(sidebar: readonly SidebarEntry[], address: string): readonly Crumb[] {
  const place = placeOf(sidebar, address);
  if (!place) return [];
  const groups = place.groups.map((group, index) => ({
    label: group.label,
    href: pageOf(group, place.groups[index - 1]?.entries ?? sidebar, address),
  }));
  const isListed = groups.some(({ href }) => href === place.link.href) || place.link.href === address;
  return isListed ? groups : [...groups, place.link];
}

/** The page of a group: one of its links that is above the address, or a link beside it that is above all of its pages alone. */
function pageOf({ entries }: Group, beside: readonly SidebarEntry[], address: string): string | undefined {
  const above = ({ href }: Link): boolean => href !== address && address.startsWith(href);
  const others = beside.flatMap((entry) =>
    entry.type === "link" || entry.entries === entries ? [] : linksIn(entry.entries),
  );
  const isOfGroup = (link: Link): boolean =>
    above(link) && !others.some(({ href }) => href.startsWith(link.href));
  return (linksOf(entries).find(above) ?? linksOf(beside).find(isOfGroup))?.href;
}

/** The links beside the page at an address in the sidebar, itself included. */
export function siblings(sidebar: readonly SidebarEntry[], address: string): readonly Link[] {
  return linksOf(placeOf(sidebar, address)?.groups.at(-1)?.entries ?? []);
}

const linksOf = (entries: readonly SidebarEntry[]): readonly Link[] =>
  entries.filter((entry) => entry.type === "link");

interface Place {
  readonly groups: readonly Group[];
  readonly link: Link;
}

/** An unlisted page belongs to the listed one with the longest part of its address. */
function placeOf(sidebar: readonly SidebarEntry[], address: string): Place | undefined {
  return places(sidebar)
    .filter(({ link }) => address.startsWith(link.href))
    .reduce<Place | undefined>(
      (best, place) => (best && best.link.href.length >= place.link.href.length ? best : place),
      undefined,
    );
}

function places(entries: readonly SidebarEntry[], groups: readonly Group[] = []): readonly Place[] {
  return entries.flatMap((entry) =>
    entry.type === "link" ? [{ groups, link: entry }] : places(entry.entries, [...groups, entry]),
  );
}
