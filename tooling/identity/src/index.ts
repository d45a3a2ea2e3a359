export { startAuthorizationServer } from "./authorization-server.ts";
export type { AuthorizationServer, ProtectedApi } from "./authorization-server.ts";
export { consent } from "./consent.ts";
export { freePort } from "./free-port.ts";
