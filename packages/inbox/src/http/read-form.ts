const maxBytes = 64 * 1024;

export type Form = ReadonlyMap<string, string>;

/** Fields of a form. Undefined if it is none, is too long, or has a field twice. */
export async function readForm(request: Request): Promise<Form | undefined> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded(;|$)/i.test(type)) return undefined;
  const text = await readText(request);
  if (text === undefined) return undefined;
  const fields = [...new URLSearchParams(text)];
  const form = new Map(fields);
  return form.size === fields.length ? form : undefined;
}

/** The body; undefined if it is too long. */
export async function readText(request: Request): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.length;
    if (length > maxBytes) {
      await reader?.cancel();
      return undefined;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString("utf8");
}
