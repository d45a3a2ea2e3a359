import { processStreams, type ProcessStreams } from "@proviso/terminal";

/** Where the program prints. */
export type ReplayHost = Omit<ProcessStreams, "progress">;

/** The streams of this process. */
export const processHost: () => ReplayHost = processStreams;
