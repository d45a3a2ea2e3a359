/** Reads and writes the cookies of an inbox. */
export interface Cookies {
  read(request: Request, name: string): string | undefined;
  /** A `Set-Cookie` header. Zero seconds remove the cookie. */
  write(name: string, value: string, seconds: number): string;
}

/**
 * `__Host-` keeps other hosts of the same domain from setting the cookie. On loopback there is no encryption, and cookies do not
 * differ by port, so the port is in the name. Lax, because a sign-in provider leads back to the page of the session that it opened.
 */
export function cookiesOf({ protocol, port, pathname }: URL): Cookies {
  const isSecure = protocol === "https:";
  // Two paths have two names: `/a-b` is not `/a/b`.
  const place = `/${port}${pathname.replace(/\/+$/, "")}`
    .replaceAll(/[^A-Za-z\d/]/g, (each) => `_${each.charCodeAt(0).toString(16)}`)
    .replaceAll(/\/+/g, "-");
  const full = (name: string): string => `${isSecure ? "__Host-" : ""}proviso-${name}${place}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    read({ headers }, name) {
      const wanted = `${full(name)}=`;
      const found = (headers.get("cookie") ?? "").split("; ").filter((pair) => pair.startsWith(wanted));
      // Two of one name: one of them was not set here.
      return found.length === 1 ? found[0]?.slice(wanted.length) : undefined;
    },
    write: (name, value, seconds) => `${full(name)}=${value}; ${attributes}; Max-Age=${seconds}`,
  };
}
