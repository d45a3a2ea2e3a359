import type { Options } from "minisearch";

/** A page, or a section of one, as the search lists it. */
export interface SearchDocument {
  readonly id: number;
  readonly href: string;
  /** The heading of the section; the title of the page at its top, or of a tool. */
  readonly title: string;
  /** The title of the page, if `title` is that of a section. */
  readonly page: string;
  /** What the page is: `tool`, `guide` or `reference`. */
  readonly kind: "tool" | "guide" | "reference";
  readonly about: string;
  /** Of a tool: its name, and what the explorer filters by. */
  readonly tool?: ListedTool;
  /** Searched and not shown. */
  readonly text: string;
}

export type FoundPage = Omit<SearchDocument, "text">;

export interface ListedTool {
  readonly name: string;
  readonly risk: string;
  readonly asked: string;
  readonly approvedBy: string;
  /** What its safety label says of undoing; empty without a label. */
  readonly undo: string;
  /** The sentence of its safety label, and the classes of the circles for its six rows. */
  readonly label?: { readonly sentence: string; readonly rows: readonly string[] };
  /** Values by facet, as in the address of the explorer. */
  readonly has: Readonly<Record<string, readonly string[]>>;
}

const stopWords = new Set(
  `a about all an and any are as at be by can could do does for from get give has have how i if in into is it its many me much my need needs now of on or our
  should somebody someone that the their them there they this those to us was we what when where which who whom whose why
  will want wants with without work you your`.split(/\s+/),
);

/** Words that readers use, and those of pages and contracts: each stands for what follows it. */
const synonyms = new Map(
  `four eyes: approve own request; kill switch: stop pause; emergency stop: stop pause; gdpr: personal data; privacy: personal data; right to be forgotten: personal erase;
  remove: delete; erase: delete; wipe: delete erase; mail: email; email: mail; message: email; colleague: user; employee: colleague user; client: customer;
  spend: pay budget; money: pay refund; transfer: pay payment; approver: approve; confirmation: approve confirm; confirm: approve ask; role: permission; throttle: rate limit;
  quota: limit budget; mfa: log-in step-up; two factor: log-in step-up; login: log-in step-up; authentication: log-in oauth;
  phone: inbox push devices; mobile: inbox push devices; notification: tell waits; twice: repeated; retry: repeated; duplicate: repeated;
  idempotency: repeated calls; crash: dies; vulnerability: security; hack: security attack; docker: container; kubernetes: container machines;
  openapi: import; swagger: import openapi; breaking: changed compare; performance: benchmarks cost; slow: benchmarks cost;
  fast: benchmarks cost; preview: dry run plan; simulate: dry run plan; python: any language; promise: claim holds; try: verify;
  log: trail record; history: trail record; latency: benchmarks cost; overhead: cost; double: repeated; install: started; turn off: stop pause;
  switch off: stop pause; disable: stop pause; expired: valid; license: open source; free: open source; csv: export; pipeline: pull request;
  denied: refused; rejected: refused; block: stop pause; human: person; human in the loop: ask approve; timeout: time-out; team: toolset;
  sso: openid; okta: openid connect; chatgpt: hosts; price: open source; who approved: trail called; difference: differ compare frameworks;
  migrate: import rewrite; hidden: hide; times out: valid; roll back: undo; offline: database down; set up: connect add; setup: connect add; meeting: calendar; lies: confirm argument; health check: readyz probe;
  redact: sensitive; mask: sensitive; pii: personal data sensitive; published: install today; released: install today; npm: install started`
    .split(/;\s+/)
    .map((line) => line.split(": ") as [string, string]),
);

/** `deletes`, `deleted` and `deleting` are one word. */
function stem(word: string): string {
  if (word.length < 4) return word;
  return word
    .replace(/ie[sd]$/, "y")
    .replace(/(?<=.{3})(?:ings?|ed|es|s)$/, "")
    .replace(/(?<=.{3})e$/, "");
}

/** How documents and questions are read. Both sides have to read alike. */
export const searchOptions: Options<SearchDocument> = {
  fields: ["title", "name", "page", "about", "text"],
  storeFields: ["href", "title", "page", "kind", "about", "tool"],
  extractField: (document, field) =>
    field === "name" ? (document.tool?.name ?? "") : (document as unknown as Record<string, string>)[field],
  processTerm: (term) => {
    const word = term.toLowerCase();
    return stopWords.has(word) ? null : stem(word);
  },
};

/** The words of a question that mean something, each with those that stand for the same. */
export function meanings(question: string): readonly (readonly string[])[] {
  const asked = ` ${question
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
  const phrases = [...synonyms.keys()].filter((key) => key.includes(" ") && asked.includes(` ${key} `));
  const words = phrases
    .reduce((left, phrase) => left.replace(phrase, " "), asked)
    .split(" ")
    .filter((word) => word !== "" && !stopWords.has(word));
  const bySynonym = new Map([...synonyms].map(([key, value]) => [stem(key), value]));
  return [...phrases, ...words].map((word) => [
    ...(word.includes(" ") ? word.split(" ") : [word]).map(stem),
    ...(bySynonym.get(stem(word))?.split(" ") ?? []).map(stem),
  ]);
}
