export const serverInfo = { name: "sample", version: "1.2.3" };
