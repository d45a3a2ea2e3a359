// The machines of the trail's tests, where each call is a workflow of one step.
import process from "node:process";

process.env["MACHINES_ENGINE"] = "dbos";
await import("../../trail/test/machines/machines.long.test.ts");
