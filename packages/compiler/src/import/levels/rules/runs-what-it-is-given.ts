import { type EvidenceRule, isClaimedToRead } from "./evidence.ts";

/** Arguments that are programs, whatever else a tool says. */
const programs: ReadonlySet<string> = new Set(
  "code script command cmd commands shell bash javascript python function expression program".split(" "),
);
/** Arguments that can be statements of a database. */
const statements: ReadonlySet<string> = new Set(["sql", "query", "statement", "ddl", "migration"]);

/** An argument that the tool runs: a call can do whatever the caller writes. */
export const runsWhatItIsGiven: EvidenceRule = {
  name: "runs-what-it-is-given",
  find({ argumentNames, text, tool }) {
    const isRead = isClaimedToRead(tool);
    const runsStatements = !isRead && /\b(?:sql|ddl|cypher|gremlin|statements?)\b/.test(text);
    const found = argumentNames.find(
      (name) => (!isRead && programs.has(name)) || (runsStatements && statements.has(name)),
    );
    if (found === undefined) return [];
    return [
      {
        reason: `runs its argument \`${found}\``,
        level: "critical",
        effect: "calls",
        reversible: false,
        external: true,
      },
    ];
  },
};
