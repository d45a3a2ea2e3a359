import { make } from "../explorer/elements.ts";

/** Offers to try a call. A page loads neither the stages nor the contract before somebody wants to. */
export function startTry(root: HTMLElement): void {
  const button = make("button", { type: "button", textContent: "Try a call" });
  const status = make("p", { role: "status" });
  root.append(button, status);
  button.addEventListener("click", async () => {
    button.disabled = true;
    status.textContent = "Loading…";
    try {
      const [{ tryPanel }, response] = await Promise.all([
        import("./try-panel.ts"),
        fetch(root.dataset["from"] ?? ""),
      ]);
      const panel = tryPanel(await response.json(), root.parentElement?.querySelector(".call-steps") ?? null);
      root.replaceChildren(panel);
      panel.querySelector<HTMLElement>("select")?.focus();
    } catch {
      button.disabled = false;
      status.textContent = "It could not be loaded";
    }
  });
}
