export { domainName } from "./plan-names.ts";
export { importTools } from "./import-list.ts";
export type { Imported, ImportRequest } from "./import-list.ts";
export { readData } from "../syntax/parse.ts";
export { readList } from "./read-list.ts";
export type { ForeignList } from "./read-list.ts";
export type { ForeignTool, ImportNote } from "./foreign-tool.ts";
