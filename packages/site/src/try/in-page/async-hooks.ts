/** What the stages of a server use of `node:async_hooks`: a page has no calls of several callers at once to tell apart. */
export class AsyncLocalStorage<Value> {
  run<Result>(_value: Value, call: () => Result): Result {
    return call();
  }
  getStore(): Value | undefined {
    return undefined;
  }
}
