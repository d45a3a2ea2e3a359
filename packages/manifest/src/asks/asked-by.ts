import type { Asked, PersonAsked } from "./person-asked.ts";

/** Who asks a person, and how often, in words. */
export interface AskedBy {
  readonly by: "server" | "guard";
  readonly often: string;
}

const askedWords: Readonly<Record<Asked, string>> = {
  never: "never",
  sometimes: "for some calls",
  always: "every time",
};

/**
 * How often the server asks a person, which holds for every client; then how often the client's
 * default guard does, where it asks more often than the server.
 */
export function askedBy({ server, test, live }: PersonAsked): readonly AskedBy[] {
  const byServer = { by: "server", often: askedWords[server] } as const;
  if (live === server && test === server) return [byServer];
  const inLive = test === live ? askedWords[live] : `in live ${askedWords[live]}`;
  const often = test === live || test === server ? inLive : `${askedWords[test]}, ${inLive}`;
  return [byServer, { by: "guard", often }];
}
