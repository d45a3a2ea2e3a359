import type { InstallationCheck } from "./check.ts";
import { configuration } from "./configuration.ts";
import { generatedCode } from "./generated-code.ts";
import { handlers } from "./handlers.ts";
import { keyFiles } from "./key-files.ts";
import { nodeVersion } from "./node-version.ts";
import { packageVersions } from "./package-versions.ts";
import { runtimeEntries } from "./runtime-entries.ts";
import { sdkPeers } from "./sdk-peers.ts";
import { typescriptVersion } from "./typescript-version.ts";

/** All that the doctor looks at, in the order in which it reports. */
export const checks: readonly InstallationCheck[] = [
  nodeVersion,
  typescriptVersion,
  packageVersions,
  sdkPeers,
  runtimeEntries,
  configuration,
  generatedCode,
  handlers,
  keyFiles,
];
