import { isObject, type ToolContract } from "@proviso/manifest";

/** What a search reads of a tool: texts that are listed to whoever sees it, with how much a word in each of them counts. */
export function textsOf(tool: ToolContract): readonly (readonly [weight: number, text: string])[] {
  const { name, wireName = "", domain, title, description, sideEffects } = tool;
  const { properties } = tool.inputSchema;
  const effects = sideEffects.map((effect) => `${effect.kind} ${effect.description}`);
  return [
    [2, wireName.includes(domain) ? wireName : `${name} ${wireName}`],
    [1.5, title],
    [1, [description, ...effects].join(" ")],
    [0.3, Object.keys(isObject(properties) ? properties : {}).join(" ")],
  ];
}

/** Words that say nothing of a tool. */
const empty =
  `a an the of to in on for from by with at as is are be it its this that which what whose me my i we our us you your and
or do does can all any some every one into out up there how please want need tool`.split(/\s/);

/** The words of names and contracts, each before those that people use for it. */
const synonyms = `get read show fetch view display retrieve look see; list browse enumerate; search find query;
create add make new open post insert save; update change edit modify set patch rename write; delete remove erase drop destroy;
send mail deliver; cancel stop abort end; run execute start launch trigger; navigate go visit; directory folder;
multiple several many bulk; external outside outsider; invoice bill; customer client buyer; url website; due overdue late;
picture image photo; refund reimburse`;

const meant: ReadonlyMap<string, string> = new Map(
  synonyms.split(";").flatMap((line) => {
    const [word = "", ...others] = line.trim().split(/\s+/).map(stemOf);
    return others.map((other) => [other, word] as const);
  }),
);

/** The words of a text in their plain form; of words that mean the same, one for all. */
export function wordsOf(text: string): readonly string[] {
  const words = text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .normalize("NFKD")
    .toLowerCase();
  return words.split(/[^\p{L}\p{N}]+/u).flatMap((word) => {
    if (word === "" || empty.includes(word)) return [];
    const stem = stemOf(word);
    return meant.get(stem) ?? stem;
  });
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
