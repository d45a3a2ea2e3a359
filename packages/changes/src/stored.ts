export { type LockedChanges, changesSinceLock } from "./lock/locked-changes.ts";
export { lockedManifest } from "./lock/locked-manifest.ts";
export { unacceptedSince } from "./lock/unaccepted-since.ts";
export { compareWith } from "./stored/compare.ts";
export type { OperandContracts } from "./stored/contracts.ts";
export { readContracts, ShapeError } from "./stored/read-contracts.ts";
export { readServer } from "./stored/read-server.ts";
