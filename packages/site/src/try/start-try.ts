import { make } from "../explorer/elements.ts";

/** Offers to try a call, in a fold-out. A page loads neither the stages nor the contract before somebody opens it. */
export function startTry(root: HTMLElement): void {
  const steps = root.parentElement?.querySelector(".call-steps") ?? null;
  // The heading of the steps goes with them.
  const heading = steps?.previousElementSibling;
  const moved = [heading, steps].filter((each) => each != null);
  const status = make("p", { role: "status" });
  const fold = make("details", {}, make("summary", {}, "Try a call"), status);
  root.append(fold);
  // The head of the page leads here.
  const follow = (): void => void (fold.open ||= location.hash === `#${root.id}`);
  addEventListener("hashchange", follow);
  let loading: Promise<HTMLElement> | undefined;
  const load = async (): Promise<HTMLElement> => {
    status.textContent = "Loading…";
    const from = fetch(root.dataset["from"] ?? "");
    const [{ tryPanel }, response] = await Promise.all([import("./try-panel.ts"), from]);
    return tryPanel(await response.json(), steps);
  };
  fold.addEventListener("toggle", async () => {
    if (!fold.open) return root.before(...moved);
    try {
      const panel = await (loading ??= load());
      fold.lastChild?.replaceWith(panel);
      fold.append(...moved);
      // What stood above it has moved below it.
      if (location.hash === `#${root.id}`) root.scrollIntoView();
    } catch {
      loading = undefined;
      status.textContent = "It could not be loaded";
    }
  });
  follow();
}
