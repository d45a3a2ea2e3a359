/** Something did not happen as announced. */
export class DemoFailure extends Error {
  override readonly name = "DemoFailure";
}
