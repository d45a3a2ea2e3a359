import { type Bar, medianOf, runOf } from "./bars.ts";

type Pictures = Readonly<Record<"cold" | "again" | "hundred" | "typeCheck" | "check", readonly Bar[]>>;

/** The pictures about the generator, from the run with 1,000 tools. */
export function generatorBars(): Pictures {
  const run = runOf(1000);
  const bar = (label: string, name: string): Bar => ({
    label,
    ...medianOf(run, name),
    isOurs: label.startsWith("proviso"),
  });
  return {
    cold: [bar("hey-api", "hey-api"), bar("proviso generate", "generate, cold")],
    again: [
      bar("hey-api", "hey-api"),
      bar("proviso generate, one contract edited", "generate, one contract edited"),
      bar("proviso generate, nothing changed", "generate, nothing changed"),
      bar("proviso generate --watch, from saved to written", "watch: saved to written"),
      bar("Node.js that does nothing", "node -e 0"),
    ],
    hundred: [bar("hey-api", "hey-api, 100 tools"), bar("proviso generate", "generate, 100 tools, cold")],
    typeCheck: [
      bar("code of hey-api", "type-check of hey-api's output"),
      bar("proviso's code", "type-check of ours"),
    ],
    check: [
      bar("tsp compile --no-emit", "tsp compile --no-emit"),
      bar("proviso check, no cache", "check, cold"),
      bar("buf lint", "buf lint"),
      bar("proviso check, with cache", "check, warm cache"),
    ],
  };
}
