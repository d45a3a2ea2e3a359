import { Session } from "node:inspector";
import { writeFileSync } from "node:fs";
import { afterAll } from "vitest";
const s = new Session(); s.connect();
s.post("Profiler.enable"); s.post("Profiler.setSamplingInterval", { interval: 1000 }); s.post("Profiler.start");
afterAll(() => new Promise<void>((r) => s.post("Profiler.stop", (_e, { profile }) => { writeFileSync(`/tmp/ci-time/profile-${process.pid}.cpuprofile`, JSON.stringify(profile)); r(); })));
