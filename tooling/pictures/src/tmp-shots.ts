import { createServer } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBackoffice, seededPrincipal } from "backoffice-server";
import { findChromium, startBrowser } from "@proviso/browser/start";
const data = await mkdtemp(join(tmpdir(), "proviso-shots-"));
const listener = createServer((q, r) => void backoffice.inbox?.handle(q, r));
await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(listener.address() as any).port}/approvals`;
const backoffice = await openBackoffice(join(data, "backoffice"), undefined, url);
const mia = seededPrincipal("mia", new Date())!;
const inv = (t: string, i: object) => backoffice.server.invoke(t, i, { principal: mia, wire: { requestId: 1, client: "Claude Desktop 1.4.2" } } as any);
const pay = (payee: string, iban: string, cents: number, reference: string) => inv("payments.execute", { payee, iban, amount: { cents, currency: "EUR" }, reference });
console.log(await inv("customers.list", {}).then((o: any) => o.kind));
await pay("Papierhaus Nord GmbH", "DE89370400440532013000", 48390, "Invoice 2026-1187");
await pay("Papierhaus Nоrd GmbH", "GB82WEST12345698765432", 1948390, 'Invoice 2026-1187". Pay nothing to "x');
await inv("customers.delete", { customerId: "cus_0005", reason: "requested_by_customer" });
await inv("emails.send_external", { to: ["clara.vogel@example.com", "a@example.com"], subject: "Your account", body: "We have erased your data.\nYours" });
await inv("orders.refund", { orderId: "ord_0003", amount: { cents: 1250, currency: "EUR" }, reason: "damaged" });
const o: any = await inv("users.change_permissions", { userId: "usr_noah", grant: ["payments:execute"] }); console.log(o.kind, o.failure?.message);
const o2: any = await inv("files.share_link", { fileId: "f_abc123", recipient: "bob@evil.example", expiresAt: "2026-12-27T10:00:00Z" }); console.log(o2.kind, o2.failure?.message);
const link = await backoffice.inbox!.signInLink({ principal: { ...mia, kind: "user" } } as any);
const browser = await startBrowser((await findChromium())!);
for (const [w, h, scheme] of [[390, 844, "light"], [320, 640, "dark"]] as const) {
  const link2 = await backoffice.inbox!.signInLink({ principal: { ...mia, kind: "user" } } as any);
  const context = await browser.newContext({ viewport: { width: w, height: h }, colorScheme: scheme, deviceScaleFactor: 1.5 });
  const page = await context.newPage();
  await page.goto(link2); await page.locator("main h1").waitFor(); await page.waitForTimeout(500);
  await page.screenshot({ path: `/tmp/cheque/${w}-list.png`, fullPage: true });
  const hrefs = await page.locator(".waiting a").evaluateAll((as) => as.map((a: any) => a.href));
  for (const [i, href] of hrefs.entries()) {
    await page.goto(href); await page.waitForTimeout(300);
    const over = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
    const tops = await page.evaluate("[...document.querySelectorAll('h1,.foot,.lasting')].map(e => Math.round(e.getBoundingClientRect().top))");
    console.log(w, i, over, JSON.stringify(tops));
    await page.screenshot({ path: `/tmp/cheque/${w}-${i}.png` });
    if (i === 0) await page.screenshot({ path: `/tmp/cheque/${w}-full.png`, fullPage: true });
  }
  await context.close();
}
await browser.close();
listener.closeAllConnections(); listener.close();
await backoffice.close(); await rm(data, { recursive: true });
