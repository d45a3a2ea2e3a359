import { spanInside } from "../report/source.ts";
import { type FileRule, fileRule } from "./facts/rule.ts";
import { textsOf } from "./facts/texts.ts";

const { raw } = String;

/**
 * Phrases that address a model instead of describing a tool: how each begins, which is cheap to
 * test, and how it goes on. Every repetition is bounded, because a contract is untrusted.
 */
const instructionPatterns: readonly (readonly [opening: string, rest: string])[] = [
  [
    raw`\b(?:ignore|disregard|forget|override|bypass)\b`,
    raw`[^.]{0,40}\b(?:instructions?|prompts?|guidelines|guardrails|(?:policies|rules) above)\b`,
  ],
  [
    raw`\byou (?:must|should|shall|have to|need to|are (?:required|instructed|expected) to)`,
    raw`(?: (?:always|never|also|not|now|first|immediately|only)){0,3} (?:answer|ask|call|choose|confirm|execute|follow|forward|include|invoke|obey|output|pass|prefer|read|reply|respond|run|say|send|tell|use)\b`,
  ],
  [
    raw`\b(?:do not|don't|never|without)(?: ever)? (?:alert|ask|inform|mention|notify|reveal|show|tell|warn)(?:ing)?\b`,
    raw`[^.]{0,30}\b(?:users?|humans?|person|people|anyone|anybody)\b`,
  ],
  [
    raw`\b(?:always|never|must)(?: first)? (?:call|choose|invoke|prefer|use)`,
    raw` (?:this|that|the|another|any other) (?:tool|function|one)\b`,
  ],
  [
    raw`\b(?:before|after|instead of|when|whenever|while) (?:calling|invoking|running|using)`,
    raw` (?:this|any|every|all|the|other|another)\b[^.]{0,20}\b(?:tools?|functions?)\b`,
  ],
  [
    raw`\b(?:as an ai|as a language model|system prompt|you are (?:now )?(?:an? |the )?(?:ai|agent|assistant|language model|model))\b`,
    "",
  ],
  [
    raw`(?=[<[])`,
    raw`(?:<\/?(?:system|assistant|human|important|instructions?|prompt|secret|tool_call|function_calls?)\b[^<>]{0,40}>|<\|[a-z_]{1,20}\|>|\[\/?INST\])`,
  ],
];

/**
 * Matches the beginning of any phrase. Building the full expressions takes longer than compiling a
 * contract, and few texts need them.
 */
const openingWords = new RegExp(instructionPatterns.map(([begin]) => begin).join("|"), "i");
let knownInstructions: readonly RegExp[] | undefined;

function findInstruction(text: string): RegExpExecArray | undefined {
  if (!openingWords.test(text)) return undefined;
  knownInstructions ??= instructionPatterns.map((parts) => new RegExp(parts.join(""), "i"));
  return knownInstructions.map((each) => each.exec(text)).find((match) => match !== null);
}

export const instructionToModel: FileRule = fileRule({
  code: "lint/instruction-to-model",
  severity: "warning",
  summary: "A contract describes tools; it gives no orders to the model that reads it.",
  check(file, report) {
    for (const { text, span, textSpan, isComment } of textsOf(file)) {
      if (isComment || (!text.includes(" ") && !text.includes("<"))) continue;
      const found = findInstruction(text);
      if (!found) continue;
      const [said] = found;
      report(
        `\`${said}\` is an instruction to a model`,
        textSpan ? spanInside(textSpan, found.index, found.index + said.length) : span,
        "describe what the tool does, and enforce rules by fields of the contract",
      );
    }
  },
});
