import type { ServerResponse } from "node:http";

/** What the page is told, as it happens. A page that connects later gets what it missed. */
export interface InspectorFeed {
  tell(message: { readonly kind: string }): void;
  join(response: ServerResponse): void;
  close(): void;
}

const maxKeptMessages = 300;
/** Of these, a page needs only the newest. */
const replaced = new Set(["status", "opened", "composed", "shadow"]);

export function inspectorFeed(): InspectorFeed {
  const pages = new Set<ServerResponse>();
  const latest = new Map<string, object>();
  const kept: object[] = [];
  return {
    tell(message) {
      if (replaced.has(message.kind)) latest.set(message.kind, message);
      else if (kept.push(message) > maxKeptMessages) kept.shift();
      for (const page of pages) page.write(lineOf(message));
    },
    join(response) {
      response.write(lineOf({ kind: "begin" }));
      for (const message of [...latest.values(), ...kept]) response.write(lineOf(message));
      pages.add(response);
      response.on("close", () => pages.delete(response));
    },
    close() {
      for (const page of pages) page.end();
    },
  };
}

function lineOf(message: object): string {
  return `data: ${JSON.stringify(message)}\n\n`;
}
