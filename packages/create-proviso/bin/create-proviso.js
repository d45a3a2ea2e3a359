#!/usr/bin/env node
// `npm create proviso FOLDER` is `proviso init FOLDER`.
process.argv.splice(2, 0, "init");
await import("proviso/bin/proviso.js");
