const maxSteps = 20;

/**
 * What a person does whom a client sends to this address: signs in under a name and agrees. Returns
 * the address at which the client waits for them, with the answer. Every call is another browser.
 */
export async function consent(address: string | URL, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(address);
  let at = new URL(address);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < maxSteps; step++) {
    const response = await fetch(at, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form && { method: "POST", body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const page = await response.text();
    const location = response.headers.get("location");
    if (location !== null) {
      at = new URL(location, at);
      form = undefined;
      if (at.origin !== origin) return at;
      continue;
    }
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    if (response.status !== 200 || action === undefined) throw new Error(`${response.status} ${page}`);
    at = new URL(action, at);
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? "";
    form = new URLSearchParams({ prompt, ...(prompt === "login" && { login, password: "any" }) });
  }
  throw new Error(`no end at ${at.href}`);
}
