/**
 * Whether a browser says that a page of another origin has made it send the request. `none` means
 * that its user has: by typing the address, or with a bookmark.
 */
export function isOfAnotherSite({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  return site !== null && site !== "same-origin" && site !== "none";
}
