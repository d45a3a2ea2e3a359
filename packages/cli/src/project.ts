/** What `@proviso/language-server` needs of a project on disk. Internal: changes any time. */
export { readConfig } from "./config/read-config.ts";
export type { Config } from "./config/config.ts";
export { type ProjectPlace, configName, findProject } from "./disk/find-project.ts";
export { ownVersion } from "./disk/package-json.ts";
export { type Disk, lookAtDisk } from "./incremental/stamped-disk.ts";
export { openMemo } from "./incremental/memo.ts";
export { type RunStore, openStore } from "./incremental/store.ts";
export { checkContracts } from "./project/check-contracts.ts";
export { compileOptions } from "./project/compile-project.ts";
export { isCheckFinding } from "./project/is-check-finding.ts";
export { type Project, readProject } from "./project/read-project.ts";
export { UsageError } from "@proviso/terminal";
export { matters, watchedPlaces } from "./watch/watched-places.ts";
