/** A link holds at most this much; longer ones are cut by programs that people send them with. */
const longestLink = 30_000;
/** More than anybody writes by hand. A link whose text is larger was made to fill the memory. */
const largestText = 500_000;

/** The fragment that holds a contract, as `c=…`: deflated, in base64url. Undefined if it would be too long for a link. */
export async function fragmentOf(text: string): Promise<string | undefined> {
  const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
  if (bytes.length > longestLink) return undefined;
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `c=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** The contract of a fragment (`#c=…`); undefined if it has none. Throws if it is damaged or too large. */
export async function textOfFragment(fragment: string): Promise<string | undefined> {
  const [, encoded] = /^#?c=(.*)$/.exec(fragment) ?? [];
  if (encoded === undefined) return undefined;
  const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (const reader = inflated.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > largestText) {
      await reader.cancel();
      throw new Error("the contract of this link is too large");
    }
  }
}
