const { judgeRecords } = await import("#shadow-worker");
judgeRecords();
