const { judgeRecords } = await import("#shadow-worker");
await judgeRecords();
