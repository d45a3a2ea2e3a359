import { checkWay } from "./check-way.ts";
import { inProcess } from "./in-process.ts";

checkWay(inProcess);
