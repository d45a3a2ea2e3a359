const timers = new WeakMap<HTMLButtonElement, number>();

/** Copies a text and says so on the button for two seconds; or says why there is none. */
export async function copyText(
  text: string | undefined,
  button: HTMLButtonElement,
  without = "",
): Promise<void> {
  const label = (button.dataset["label"] ??= button.textContent);
  button.textContent = text === undefined ? without : await write(text);
  clearTimeout(timers.get(button));
  timers.set(
    button,
    window.setTimeout(() => (button.textContent = label), 2000),
  );
}

function write(text: string): Promise<string> {
  // Absent where the page is not served over HTTPS.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  return (clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"))).then(
    () => "Copied",
    () => "Could not copy",
  );
}
