export { type Lost, lostSince } from "./lock/entries-since.ts";
export { type Lock, type LockEntry, lockFileOf, type SignOff } from "./lock/lock.ts";
export { lockPages } from "./lock/pages.ts";
export { printLock } from "./lock/print-lock.ts";
export { lockErrors } from "./lock/problems.ts";
export { readLock } from "./lock/read-lock.ts";
export { type Acceptance, newLock, type Review, updateLock } from "./lock/update-lock.ts";
