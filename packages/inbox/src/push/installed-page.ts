/** What makes the inbox a page that can be installed on a phone, and its worker that shows notifications. */

/** Shows what the server sends, also while no page is open; a tap opens the page of the approval. */
export const worker = `"use strict";
self.addEventListener("push", (event) => {
  const { id, title, body } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag: id, data: id, requireInteraction: true }));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(new URL(event.notification.data, self.registration.scope)));
});
`;

/** A cheque with a tick. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#1d4fb8"/><rect x="12" y="18" width="40" height="28" rx="3" fill="#fff"/><path d="M22 32l7 7 14-15" fill="none" stroke="#176b34" stroke-width="5"/></svg>
`;

/** The web app manifest of an inbox at the path `root`. */
export function appManifest({ product, root }: { readonly product: string; readonly root: string }): string {
  return JSON.stringify({
    name: `Approvals ${product}`.trim(),
    short_name: "Approvals",
    start_url: `${root}/`,
    scope: `${root}/`,
    display: "standalone",
    background_color: "#f5f6f8",
    theme_color: "#1d4fb8",
    icons: [{ src: `${root}/icon.svg`, sizes: "any", type: "image/svg+xml" }],
  });
}
