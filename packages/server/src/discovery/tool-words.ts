import { isObject, type JsonObject, type ToolContract } from "@proviso/manifest";

/** What a search reads of a tool, by field. Everything in it is listed to whoever sees the tool. */
export interface ToolWords {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly inputs: string;
}

export function toolWords(tool: ToolContract, id: number): ToolWords {
  const { name, wireName = "", domain, title, description, sideEffects, inputSchema } = tool;
  const effects = sideEffects.map((effect) => `${effect.kind} ${effect.description}`);
  return {
    id,
    name: `${domain} ${wireName === "" ? name : wireName}`,
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
  "a an the of to in on for from by with at as is are be it its this that which what who whose me my i we our us you your and or do does can all any some every one new into out up there how please want need tool".split(
    " ",
  ),
);

/** Verbs that people use for the ones in names of tools. */
const meant: ReadonlyMap<string, string> = new Map(
  Object.entries({
    get: "read show fetch view display retrieve open look see",
    list: "browse enumerate",
    search: "find query",
    create: "add make post insert",
    update: "change edit modify set patch rename write",
    delete: "remove erase drop destroy",
    send: "mail deliver",
    stop: "cancel abort end",
  }).flatMap(([verb, others]) => others.split(" ").map((other) => [other, verb] as const)),
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

/** A word in its plain form, with the verb for which it stands. */
export function formsOf(word: string): string[] {
  const stem = stemOf(word);
  const verb = meant.get(word) ?? meant.get(stem);
  return verb === undefined ? [stem] : [stem, stemOf(verb)];
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
