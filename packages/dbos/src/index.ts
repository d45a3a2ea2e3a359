export { dbos, type DbosOptions } from "./dbos.ts";
