import { generateKeyPairSync } from "node:crypto";
import type { Calendar, Insert } from "./seeding.ts";

/** Projects and tasks, files and agreements, mail templates, the handbook, the calendar, webhooks, the rocket and a private key. */
export async function seedWork(insert: Insert, calendar: Calendar): Promise<void> {
  await seedProjects(insert, calendar);
  await seedFiles(insert, calendar);
  await seedTexts(insert, calendar);
  await seedOutside(insert, calendar);
}

async function seedProjects(insert: Insert, { daysAgo, dateAgo }: Calendar): Promise<void> {
  const project = (
    number: number,
    name: string,
    customerId: string | null,
    status: "planned" | "active" | "on_hold" | "done",
    due: number | null,
  ) => ({
    id: `prj_000${number}`,
    name,
    customerId,
    status,
    ownerId: number % 2 === 0 ? "usr_lena" : "usr_mia",
    dueOn: due === null ? null : dateAgo(-due),
    updatedAt: daysAgo(number),
  });
  await insert("projects", [
    project(1, "Move Keller to the new catalogue", "cus_0001", "active", 14),
    project(2, "Brandt: second shop", "cus_0002", "active", 30),
    project(3, "Price list 2027", null, "planned", 45),
    project(4, "Accessible booking page", null, "on_hold", 90),
    project(5, "Lindqvist: training", "cus_0003", "done", null),
  ]);
  const task = (
    number: number,
    projectId: string,
    title: string,
    status: "todo" | "doing" | "blocked" | "done",
    assigneeId: string,
  ) => ({
    id: `tsk_000${number}`,
    projectId,
    title,
    status,
    assigneeId,
    updatedAt: daysAgo(number),
  });
  await insert("tasks", [
    task(1, "prj_0001", "Export the old catalogue", "doing", "usr_noah"),
    task(2, "prj_0001", "Map the frame numbers", "todo", "usr_lena"),
    task(3, "prj_0001", "Ask Anna for the missing pictures", "blocked", "usr_lena"),
    task(4, "prj_0002", "Order the second licence", "todo", "usr_lena"),
    task(5, "prj_0003", "Collect supplier prices", "todo", "usr_mia"),
    task(6, "prj_0005", "Hold the training day", "done", "usr_noah"),
  ]);
  await insert("notes", [
    {
      id: "nte_0001",
      projectId: "prj_0001",
      customerId: null,
      authorId: "usr_noah",
      text: "Anna prefers the phone to email.",
      createdAt: daysAgo(6),
    },
  ]);
}

async function seedFiles(insert: Insert, { daysAgo }: Calendar): Promise<void> {
  const file = (id: string, name: string, content: string) => ({
    id,
    name,
    mediaType: "text/plain",
    sizeBytes: Buffer.byteLength(content),
    content,
    createdAt: daysAgo(20),
  });
  await insert("files", [
    file("f_abc123", "invoice-2026-1042.txt", "Invoice 2026-1042 for Keller Optik: 149.00 EUR"),
    file("f_pricelist27", "price-list-2027-draft.txt", "Draft. Not for customers yet."),
    // nominally over 25 MB; the content itself is not stored
    {
      ...file("f_cataloguexl", "frame-catalogue.pdf", ""),
      mediaType: "application/pdf",
      sizeBytes: 31_000_000,
    },
  ]);
  await insert("links", [
    {
      id: "lnk_0001",
      fileId: "f_abc123",
      recipient: "anna.keller@example.com",
      requestedExpiry: daysAgo(-20),
      expiresAt: daysAgo(-20),
      createdAt: daysAgo(10),
    },
  ]);
  await insert("agreements", [
    {
      id: "ctr_0001",
      title: "Service agreement Keller Optik",
      customerId: "cus_0001",
      text: "…",
      status: "signed",
      sentTo: "anna.keller@example.com",
      sentAt: daysAgo(400),
    },
    {
      id: "ctr_0002",
      title: "Second shop, Brandt & Söhne",
      customerId: "cus_0002",
      text: null,
      status: "draft",
      sentTo: null,
      sentAt: null,
    },
    {
      id: "ctr_0003",
      title: "Renewal, Brandt & Söhne",
      customerId: "cus_0002",
      text: "This agreement renews the one of 2024 for two years.",
      status: "ready",
      sentTo: null,
      sentAt: null,
    },
  ]);
}

async function seedTexts(insert: Insert, { daysAgo }: Calendar): Promise<void> {
  await insert("templates", [
    {
      id: "tmpl_newsletter_q3",
      subject: "Your Q3 update is here",
      body: "Dear {{firstName}}, in the third quarter we made the frame catalogue twice as fast.",
    },
    {
      id: "tmpl_maintenance",
      subject: "A short pause on Sunday",
      body: "Hello {{firstName}}, on Sunday from 6 to 7 the appointment book is read-only.",
    },
  ]);
  const article = (id: string, language: "en" | "de", title: string, body: string) => ({
    id,
    language,
    title,
    body,
    updatedAt: daysAgo(60),
  });
  await insert("articles", [
    article(
      "art_refunds",
      "en",
      "How refunds work",
      "A refund goes back to the card that paid. It takes two to five days and cannot be undone.",
    ),
    article(
      "art_refunds",
      "de",
      "Wie Erstattungen gehen",
      "Eine Erstattung geht auf die Karte zurück, mit der bezahlt wurde. Sie dauert zwei bis fünf Tage und ist endgültig.",
    ),
    article(
      "art_subscriptions",
      "en",
      "Ending a subscription",
      "A subscription that ends with its period keeps access until then.",
    ),
  ]);
}

async function seedOutside(insert: Insert, { daysAgo }: Calendar): Promise<void> {
  await insert("events", [
    {
      id: "evt_q4review",
      title: "Review of the fourth quarter",
      startsAt: daysAgo(-21),
      endsAt: daysAgo(-20.9),
    },
    {
      id: "evt_kickoff",
      title: "Kick-off, Brandt's second shop",
      startsAt: daysAgo(4),
      endsAt: daysAgo(3.9),
    },
  ]);
  await insert("attendees", [{ eventId: "evt_q4review", email: "mia@nordlicht.example", optional: 0 }]);
  await insert("webhooks", [
    { id: "whk_0001", url: "https://hooks.example.com/orders", apiVersion: "2025-11-01", status: "enabled" },
    { id: "whk_0002", url: "https://hooks.example.com/stock", apiVersion: "2026-06-01", status: "enabled" },
  ]);
  await insert("rockets", [{ id: "rkt_kestrel", name: "Kestrel", status: "on_pad" }]);
  await insert("conditions", [
    { name: "weather", value: "storm" },
    { name: "launch_window", value: "open" },
  ]);
  const { privateKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  await insert("privateKeys", [{ name: "invoice-signing", pem }]);
}
