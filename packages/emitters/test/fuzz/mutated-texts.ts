import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { readScenarios } from "../scenario.ts";

const real = join(import.meta.dirname, "../../../compiler/test/fixtures/real");

/** Real contracts: those of public servers and of the scenarios. */
const originals: readonly string[] = [
  ...globSync("*.yaml", { cwd: real }).map((name) => readFileSync(join(real, name), "utf8")),
  ...readScenarios().flatMap(({ contracts }) =>
    contracts.length === 1 ? contracts.map(({ text }) => text) : [],
  ),
].toSorted();

const signs = `" ' \` \${ } { [ ] ( ) | , : - ? & * ! % @ # > < = ~ \\ / ; . _ 0 -1 1e400 .nan null true no yes`;
const words =
  "string integer email[] string[] unknown low medium high critical forbidden always never __proto__ constructor";
const pieces = [
  ...signs.split(" "),
  ...words.split(" "),
  "\n",
  "\n\n",
  "  ",
  "\t",
  "\r\n",
  "\u2028",
  "\0",
  "\ud800",
  "\u202e",
  "- ",
  ": ",
  " #",
];

type Mutation = (text: string) => string;

/** A position as a fraction of the text, so that it exists in every text. */
const place = fc.double({ min: 0, max: 0.999_999, noNaN: true });
const offset = (text: string, at: number): number => Math.floor(at * text.length);

const insertion = fc.tuple(place, fc.constantFrom(...pieces)).map(
  ([at, piece]): Mutation =>
    (text) =>
      text.slice(0, offset(text, at)) + piece + text.slice(offset(text, at)),
);
const cut = fc.tuple(place, fc.integer({ min: 1, max: 40 })).map(
  ([at, length]): Mutation =>
    (text) =>
      text.slice(0, offset(text, at)) + text.slice(offset(text, at) + length),
);
/** One word becomes another word of the same text, or one of the language. */
const exchange = fc
  .tuple(place, place, fc.option(fc.constantFrom(...pieces)))
  .map(([at, from, piece]): Mutation => (text) => {
    const tokens = [...text.matchAll(/[\w:.-]+/g)];
    const old = tokens[Math.floor(at * tokens.length)];
    const other = piece ?? tokens[Math.floor(from * tokens.length)]?.[0] ?? "";
    return old ? text.slice(0, old.index) + other + text.slice(old.index + old[0].length) : text;
  });
const lineWise = fc
  .tuple(place, place, fc.constantFrom("drop", "repeat", "move", "indent", "outdent"))
  .map(([at, to, kind]): Mutation => (text) => {
    const lines = text.split("\n");
    const index = Math.floor(at * lines.length);
    const line = lines[index] ?? "";
    if (kind === "indent") return lines.with(index, `  ${line}`).join("\n");
    if (kind === "outdent") return lines.with(index, line.replace(/^ {2}/, "")).join("\n");
    const rest = kind === "repeat" ? lines : lines.toSpliced(index, 1);
    return kind === "drop"
      ? rest.join("\n")
      : rest.toSpliced(Math.floor(to * rest.length), 0, line).join("\n");
  });

/** Real contracts, changed by hand or by accident in a few places. */
export const mutatedText: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...originals),
    fc.array(fc.oneof(insertion, cut, exchange, lineWise), { minLength: 1, maxLength: 4 }),
  )
  .map(([text, mutations]) => mutations.reduce((before, mutate) => mutate(before), text));
