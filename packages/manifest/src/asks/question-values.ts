import type { JsonObject, ToolContract } from "../contract/contract.ts";
import { callSentence } from "./call-sentence.ts";
import { planParts } from "./plan-parts.ts";
import { inReadingOrder, type RankedLines } from "./reading-order.ts";
import { saidIn } from "./said-in.ts";
import { shownSentences, shownValues, type Shown, type ShownTexts } from "./shown-values.ts";

/** What the values of a question are taken from. */
interface AskedCall {
  readonly contract: Pick<ToolContract, "sideEffects" | "title" | "summary" | "inputSchema">;
  readonly input: JsonObject;
  readonly plan?: JsonObject;
  readonly yes?: readonly string[];
}

type Lines = readonly string[];
type ShownFields = readonly RankedLines<Shown>[];

/** What is foreseen, and what stands at the end of a question: the arguments, and what sentences of the plan do not say. */
type QuestionValues = Readonly<Record<"foreseen" | "others", Lines>>;

/**
 * The plan and the arguments. Undefined if they have more characters than
 * `longest`; it stops there, because the input may be far more than can be shown.
 */
export function questionValues(
  { contract, input, plan, yes }: AskedCall,
  texts: ShownTexts,
  longest: number,
): QuestionValues | undefined {
  const parts = plan && planParts(plan, contract.sideEffects);
  const room = { left: longest };
  const sentence = callSentence(contract, input).parts.flatMap((part) => (part.kind === "value" ? part : []));
  const readings = new Map(sentence.map(({ shows: [path = []], text }) => [path.join("."), text]));
  const show = (fields: JsonObject, more?: Partial<ShownTexts>): ShownFields =>
    inReadingOrder(
      fields,
      (field) => within(room, shownValues(field, { ...texts, ...more })),
      (shown) => shown.length > 1,
    );
  const isSaid = saidIn(parts?.expected ?? [], input);
  const [preview, values] = [
    show(parts?.preview ?? {}, { hasMoney: true, isSaid }),
    show(input, { readings }),
  ];
  const said = [
    ...within(room, shownSentences("warning", parts?.warnings, texts)),
    ...within(room, shownSentences("will happen", parts?.expected, texts, "")),
    ...within(room, shownSentences("missing permission", parts?.missingPermissions, texts)),
  ];
  if (room.left < 0) return undefined;
  const notes = parts && parts.notes.length > 0 ? [[`- ${parts.notes.join(" ")}`]] : [];
  // Sentences say it better, also those of each call of a set.
  const isRest = said.length > 0 || yes !== undefined;
  const [own, rest] = isRest ? [[], linesOf(preview)] : [linesOf(preview), []];
  const foreseen = [...said, ...own];
  const [noted, left] = foreseen.length > 0 ? [[...foreseen, ...notes], rest] : [[], [...rest, ...notes]];
  return {
    foreseen: optionalSection("What this call would do", noted),
    others: [...section("Arguments", linesOf(values)), ...optionalSection("The rest of the plan", left)],
  };
}

function* within(room: { left: number }, shown: Iterable<Shown>): Generator<Shown> {
  for (const lines of shown) {
    room.left -= lines.join("\n").length;
    if (room.left < 0) return;
    yield lines;
  }
}

function linesOf(fields: ShownFields): readonly Shown[] {
  return fields.flatMap(({ lines }) => lines);
}

function section(title: string, shown: readonly Shown[]): Lines {
  return ["", `${title}:`, ...(shown.length > 0 ? shown.flat() : ["- none"])];
}

function optionalSection(title: string, shown: readonly Shown[]): Lines {
  return shown.length > 0 ? section(title, shown) : [];
}
