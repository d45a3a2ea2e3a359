import { spanInside } from "../../source.ts";
import type { FileRule } from "../rule.ts";
import { textsOf } from "../texts.ts";

/** Ways to speak to a model instead of about a tool. Every repetition is bounded: a contract is not trusted. */
const instructions: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.]{0,40}\b(?:instructions?|prompts?|guidelines|guardrails|(?:policies|rules) above)\b/i,
  /\byou (?:must|should|shall|have to|need to|are (?:required|instructed|expected) to)(?: (?:always|never|also|not|now|first|immediately|only)){0,3} (?:answer|ask|call|choose|confirm|execute|follow|forward|include|invoke|obey|output|pass|prefer|read|reply|respond|run|say|send|tell|use)\b/i,
  /\b(?:do not|don't|never|without)(?: ever)? (?:alert|ask|inform|mention|notify|reveal|show|tell|warn)(?:ing)?\b[^.]{0,30}\b(?:users?|humans?|person|people|anyone|anybody)\b/i,
  /\b(?:always|never|must)(?: first)? (?:call|choose|invoke|prefer|use) (?:this|that|the|another|any other) (?:tool|function|one)\b/i,
  /\b(?:before|after|instead of|when|whenever|while) (?:calling|invoking|running|using) (?:this|any|every|all|the|other|another)\b[^.]{0,20}\b(?:tools?|functions?)\b/i,
  /\b(?:as an ai|as a language model|system prompt|you are (?:now )?(?:an? |the )?(?:ai|agent|assistant|language model|model))\b/i,
  /<\/?(?:system|assistant|human|important|instructions?|prompt|secret|tool_call|function_calls?)\b[^<>]{0,40}>|<\|[a-z_]{1,20}\|>|\[\/?INST\]/i,
];

export const instructionToModel: FileRule = {
  code: "lint/instruction-to-model",
  scope: "file",
  severity: "warning",
  summary: "A contract describes tools; it gives no orders to the model that reads it.",
  check(file, report) {
    for (const { text, span, textSpan, isComment } of textsOf(file)) {
      if (isComment || (!text.includes(" ") && !text.includes("<"))) continue;
      const found = instructions.map((each) => each.exec(text)).find((match) => match !== null);
      if (!found) continue;
      const [said] = found;
      report(
        `\`${said}\` speaks to a model`,
        textSpan ? spanInside(textSpan, found.index, found.index + said.length) : span,
        "say what the tool does; what has to happen, a field of the contract enforces",
      );
    }
  },
};
