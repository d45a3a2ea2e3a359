import { createHttpApi, type HttpApi } from "./http-api.ts";
import { api } from "./operations.ts";

const baseUrl = process.env["API_URL"] ?? api.baseUrl;
if (baseUrl === "")
  throw new Error("set API_URL to the address of the API, such as https://api.example.com/v1");
const credential = process.env["API_TOKEN"];

/** The API, as the handlers reach it. */
export const origin: HttpApi = createHttpApi({
  baseUrl,
  ...(api.auth && { auth: api.auth }),
  ...(credential !== undefined && { credential }),
});
