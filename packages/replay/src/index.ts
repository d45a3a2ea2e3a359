export { foldCalls } from "./fold/fold-calls.ts";
export type { FoldedCall, FoldInput, FoldOptions } from "./fold/fold-calls.ts";
export { verdicts } from "./fold/verdict.ts";
export type { Verdict, VerdictKind } from "./fold/verdict.ts";
export { readCalls } from "./trail/read-calls.ts";
export type { RecordedPast } from "./trail/read-calls.ts";
export { doubts } from "./trail/recorded-call.ts";
export type { Decision, Doubt, RecordedCall, RecordedPause } from "./trail/recorded-call.ts";
