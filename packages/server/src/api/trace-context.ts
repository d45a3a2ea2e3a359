/** Whether this is a `traceparent` of W3C Trace Context. Anything else is ignored, as the standard requires. */
export function isTraceparent(value: unknown): value is string {
  return typeof value === "string" && /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(value);
}

/** Whether this is a `tracestate` of the length and characters that the standard allows. Its content is not interpreted. */
export function isTracestate(value: unknown): value is string {
  return typeof value === "string" && value.length <= 512 && /^[\x20-\x7e]*$/.test(value);
}
