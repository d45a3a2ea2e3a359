/** The address of a page or file of this site, wherever the site is served. */
export function pageUrl(path: string): string {
  return `${import.meta.env.BASE_URL.replace(/\/$/, "")}/${path}`;
}
