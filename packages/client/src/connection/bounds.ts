import type { Json, JsonObject } from "@proviso/manifest";

/** Limits of JSON from a server. */
export interface Size {
  readonly values: number;
  readonly characters: number;
}

/** Limits of what one server makes a client hold, read or wait for: far above real servers. */
export const bounds = {
  list: { pages: 100, tools: 5_000, ms: 60_000, size: { values: 500_000, characters: 16_000_000 } },
  result: { values: 500_000, characters: 16_000_000 },
  /** Milliseconds for which a list of tools is relied on. Not every server reports changes. */
  listedMs: 60_000,
  /** For the precheck before a person is asked: milliseconds, and size of the response. */
  precheck: { ms: 5_000, size: { values: 1_000, characters: 50_000 } },
  /** Characters of a server's message that the guard passes on. */
  message: 4_000,
  progress: { events: 1_000, characters: 500 },
  /** Milliseconds for a call to a tool without a contract, whatever progress it makes. */
  callMs: 3_600_000,
} as const;

/** Levels of nesting in JSON from a server, because later readers may recurse. */
const deepestResponse = 100;

export function fits(serverJson: Json, size: Size): boolean {
  return spend(serverJson, size) !== undefined;
}

/** The rest of a size after reading JSON; undefined if too large. Keys count as characters. */
export function spend(serverJson: Json, { values, characters }: Size): Size | undefined {
  let [valuesLeft, charactersLeft] = [values, characters];
  const valuesToMeasure: [value: Json, depth: number][] = [[serverJson, 0]];
  for (let nextValue = valuesToMeasure.pop(); nextValue; nextValue = valuesToMeasure.pop()) {
    const [value, depth] = nextValue;
    valuesLeft -= 1;
    if (typeof value === "string") charactersLeft -= value.length;
    const keys = typeof value === "object" && value !== null ? Object.keys(value) : [];
    if (valuesLeft < valuesToMeasure.length + keys.length || depth > deepestResponse) return undefined;
    for (const key of keys) {
      charactersLeft -= key.length;
      valuesToMeasure.push([(value as JsonObject)[key] ?? null, depth + 1]);
    }
    if (charactersLeft < 0) return undefined;
  }
  return { values: valuesLeft, characters: charactersLeft };
}

export function cutText(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)}…`;
}

/** Rejects if the connection takes longer. Its work continues, with a limit of its own. */
export async function withinMs<Value>(ms: number, work: Promise<Value>, what: string): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} takes longer than ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
