import { contentKinds, type ResultContent, type ToolContract } from "@proviso/manifest";
import type { FoundChange } from "../facts/change.ts";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { breaking, opposites, safe, undecided } from "../facts/kinds.ts";
import { isSame, json, shown } from "../facts/json-value.ts";

export const resultContent: ClauseRule = clauseRule({
  name: "result-content",
  summary: "The content blocks that a result may have.",
  kinds: {
    ...opposites("unchanged", {
      "result-content-widened": breaking("A result may have blocks or sizes that callers do not expect."),
      "result-content-narrowed": safe("A result has fewer kinds of blocks, or is smaller."),
    }),
    ...undecided("changed", {
      "result-content-form-changed": breaking(
        "A result was one object and consists of content blocks now, or the reverse.",
      ),
    }),
  },
  find({ result: was }: ToolContract, { result: is }: ToolContract) {
    if (isSame(was, is)) return [];
    if (!was || !is) {
      const says = is
        ? "returns content blocks instead of one object"
        : "returns one object instead of content blocks";
      return [
        { id: "result-content-form-changed", path: "result", before: json(was), after: json(is), says },
      ];
    }
    return [...kindChange(was, is), ...typeChange(was, is), ...sizeChange(was, is)];
  },
});

function kindChange(was: ResultContent, is: ResultContent): readonly FoundChange[] {
  const says = `returns blocks of ${shown(is.kinds)} instead of ${shown(was.kinds)}`;
  const [more, less] = [
    contentKinds.filter((kind) => gains(was, is, kind)),
    contentKinds.filter((kind) => gains(is, was, kind)),
  ];
  const values = { path: "result.kinds", before: was.kinds, after: is.kinds, says };
  return [
    ...(more.length > 0 ? [{ id: "result-content-widened", ...values }] : []),
    ...(less.length > 0 ? [{ id: "result-content-narrowed", ...values }] : []),
  ];
}

function gains(was: ResultContent, is: ResultContent, kind: ResultContent["kinds"][number]): boolean {
  return is.kinds.includes(kind) && !was.kinds.includes(kind);
}

function typeChange(was: ResultContent, is: ResultContent): readonly FoundChange[] {
  if (isSame(was.mimeTypes?.toSorted(), is.mimeTypes?.toSorted())) return [];
  const says = `returns blocks of ${shown(is.mimeTypes, "every type")} instead of ${shown(was.mimeTypes, "every type")}`;
  const values = { path: "result.mimeTypes", before: was.mimeTypes, after: is.mimeTypes, says };
  return [
    ...(allows(was, is) ? [] : [{ id: "result-content-widened", ...values }]),
    ...(allows(is, was) ? [] : [{ id: "result-content-narrowed", ...values }]),
  ];
}

/** Whether every type of `narrow` is one of `wide`. */
function allows({ mimeTypes: wide }: ResultContent, { mimeTypes: narrow }: ResultContent): boolean {
  if (wide === undefined) return true;
  const holds = (type: string): boolean =>
    wide.some((each) => each === type || (each.endsWith("/*") && type.startsWith(each.slice(0, -1))));
  return narrow?.every(holds) ?? false;
}

function sizeChange(was: ResultContent, is: ResultContent): readonly FoundChange[] {
  if (was.maxBytes === is.maxBytes) return [];
  const isWider = (is.maxBytes ?? Infinity) > (was.maxBytes ?? Infinity);
  const id = isWider ? "result-content-widened" : "result-content-narrowed";
  const [now, before] = [is.maxBytes, was.maxBytes].map((max) =>
    max === undefined ? "any number of bytes" : `at most ${max} bytes`,
  );
  const says = `returns ${now} instead of ${before}`;
  return [{ id, path: "result.maxBytes", before: was.maxBytes, after: is.maxBytes, says }];
}
