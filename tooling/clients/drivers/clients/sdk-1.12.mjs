import { connectSdk1 } from "./sdk-1.mjs";

export const asksPerson = false;
export const connect = (target, person) => connectSdk1("sdk-1.12", target, person);
