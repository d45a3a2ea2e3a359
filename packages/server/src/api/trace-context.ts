/** Whether this is a `traceparent` of W3C Trace Context. Anything else is ignored. */
export function isTraceparent(value: unknown): value is string {
  return typeof value === "string" && /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(value);
}

/** Whether a `tracestate` has allowed length and characters. Its content is not interpreted. */
export function isTracestate(value: unknown): value is string {
  return typeof value === "string" && value.length <= 512 && /^[\x20-\x7e]*$/.test(value);
}
