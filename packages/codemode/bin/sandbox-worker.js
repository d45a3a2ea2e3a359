const { runProgram } = await import("#sandbox-worker");
await runProgram();
