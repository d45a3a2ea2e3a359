import type { DiffFormat } from "./diff-report.ts";
import { githubFormat, sarifFormat } from "./annotations.ts";
import { jsonFormat } from "./json.ts";
import { markdownFormat } from "./markdown.ts";
import { textFormat } from "./text.ts";

/** Every format of `proviso diff`, the default first. */
export const diffFormats: readonly [DiffFormat, ...DiffFormat[]] = [
  textFormat,
  jsonFormat,
  markdownFormat,
  sarifFormat,
  githubFormat,
];
