import { connectSdk1 } from "./sdk-1.mjs";

export const asksPerson = true;
export const connect = (target, person) => connectSdk1("sdk-1.32", target, person);
