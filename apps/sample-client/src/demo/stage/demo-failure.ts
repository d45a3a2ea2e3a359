/** Something did not happen as the demo says. */
export class DemoFailure extends Error {
  override readonly name = "DemoFailure";
}
