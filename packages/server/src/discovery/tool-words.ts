import { isObject, type JsonObject, type ToolContract } from "@proviso/manifest";

/** What a search reads of a tool, by field. Everything in it is listed to whoever sees the tool. */
export interface ToolWords {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly inputs: string;
}

export function toolWords(tool: ToolContract): ToolWords {
  const { name, wireName = "", domain, title, description, sideEffects, inputSchema } = tool;
  const effects = sideEffects.map((effect) => `${effect.kind} ${effect.description}`);
  return {
    name: wireName.includes(domain) ? wireName : `${name} ${wireName}`,
    title,
    text: [description, ...effects].join(" "),
    inputs: inputWords(inputSchema).join(" "),
  };
}

/** Names, descriptions and allowed values of the arguments of the first level. */
function inputWords({ properties }: JsonObject): readonly string[] {
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, schema]) => {
    const { description, enum: values } = isObject(schema) ? schema : ({} as JsonObject);
    const said = [description, ...(Array.isArray(values) ? values : [])];
    return [name, ...said.filter((each) => typeof each === "string")];
  });
}

/** Words that say nothing of a tool. */
const empty = new Set(
  "a an the of to in on for from by with at as is are be it its this that which what whose me my i we our us you your and or do does can all any some every one into out up there how please want need tool".split(
    " ",
  ),
);

/** The words of names and contracts, with those that people use for them. */
const meant: ReadonlyMap<string, string> = new Map(
  Object.entries({
    get: "read show fetch view display retrieve look see",
    list: "browse enumerate",
    search: "find query",
    create: "add make new open post insert save",
    update: "change edit modify set patch rename write",
    delete: "remove erase drop destroy",
    send: "mail deliver",
    cancel: "stop abort end",
    run: "execute start launch trigger",
    navigate: "go visit",
    directory: "folder",
    multiple: "several many bulk",
    external: "outside outsider",
    invoice: "bill",
    customer: "client buyer",
    url: "website",
    due: "overdue late",
    picture: "image photo",
    refund: "reimburse",
  }).flatMap(([word, others]) => others.split(" ").map((other) => [stemOf(other), stemOf(word)] as const)),
);

/** The words of a text, as an index has them and a question asks for them. */
export function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .normalize("NFKD")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !empty.has(word));
}

/** A word in its plain form; of words that mean the same, one for all. */
export function formOf(word: string): string {
  const stem = stemOf(word);
  return meant.get(stem) ?? stem;
}

/** The word without the usual English endings: enough for plurals and verbs. */
function stemOf(word: string): string {
  if (word.length <= 3) return word;
  return word
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch|sh)es$/, "$1")
    .replace(/([^s])s$/, "$1")
    .replace(/(..[^aeiou])(?:ing|ed)$/, "$1")
    .replace(/e$/, "");
}
