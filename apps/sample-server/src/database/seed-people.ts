import { userPermissions } from "../identity/principals.ts";
import type { Calendar, Insert } from "./seeding.ts";

const seededCompanies = [
  ["Anna Keller", "Keller Optik", "Lübeck"],
  ["Max Brandt", "Brandt & Söhne", "Kiel"],
  ["Sofia Lindqvist", "Lindqvist Optik AB", "Malmö"],
  ["Jonas Petersen", "Sehwerk Petersen", "Flensburg"],
  ["Clara Vogel", "Augenblick Vogel", "Hamburg"],
  ["Emil Hansen", "Hansen Briller", "Odense"],
  ["Marta Nowak", "Optyk Nowak", "Szczecin"],
  ["Luca Romano", "Ottica Romano", "Trieste"],
  ["Greta Olsen", "Klart Syn", "Bergen"],
  ["Peter Maas", "Maas Opticiens", "Groningen"],
  ["Ines Duarte", "Óptica Duarte", "Porto"],
  ["Theo Lambert", "Lambert Opticiens", "Lille"],
] as const;
const seededTowns = ["Rostock", "Bremen", "Husum", "Stade", "Wismar", "Plön"] as const;
const customerCount = 60;

export interface SeededCustomer {
  readonly id: string;
  readonly name: string;
  readonly status: "active" | "paused" | "closed";
}

/** `cus_0001` and so on: four digits, so that rows sort and are easy to read aloud. */
export function numbered(prefix: string, number: number): string {
  return `${prefix}_${String(number).padStart(4, "0")}`;
}

function emailOf(name: string, branch: number): string {
  const local = name
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z ]/g, "")
    .replace(" ", ".");
  return `${local}${branch === 0 ? "" : branch + 1}@example.com`;
}

/** Colleagues, customers with their contacts, and the newsletter's segment. */
export async function seedPeople(insert: Insert, { daysAgo }: Calendar): Promise<readonly SeededCustomer[]> {
  await insert("users", [
    seededUser("mia", "Mia Sommer", "operations lead"),
    seededUser("noah", "Noah Weber", "support"),
    seededUser("lena", "Lena Fuchs", "sales"),
    seededUser("guest", "Guest", "visitor"),
  ]);
  const customers = Array.from({ length: customerCount }, (_, i) => customerRow(i, daysAgo));
  await insert("customers", customers);
  const contacts = customers.map((customer, i) => contactRow(customer, i));
  await insert("contacts", contacts);
  const members = contacts.filter((_, i) => customers[i]?.status === "active");
  await insert(
    "segmentMembers",
    members.map((contact) => ({ segmentId: "seg_active_customers", contactId: contact.id })),
  );
  return customers;
}

function seededUser(name: string, fullName: string, role: string) {
  const permissions = JSON.stringify([...userPermissions(name)].toSorted());
  return {
    id: `usr_${name}`,
    name: fullName,
    email: `${name}@nordlicht.example`,
    role,
    permissions,
    status: "active",
  } as const;
}

function customerRow(i: number, daysAgo: Calendar["daysAgo"]) {
  const [person, company, home] = seededCompanies[i % seededCompanies.length] ?? seededCompanies[0];
  const branch = Math.floor(i / seededCompanies.length);
  const status = i % 15 === 14 ? "closed" : i % 10 === 9 ? "paused" : "active";
  return {
    id: numbered("cus", i + 1),
    name: branch === 0 ? company : `${company} ${seededTowns[branch % seededTowns.length]}`,
    email: emailOf(person, branch),
    phone: i % 3 === 0 ? `+49 431 55${String(1000 + i)}` : null,
    city: branch === 0 ? home : (seededTowns[branch % seededTowns.length] ?? home),
    status,
    createdAt: daysAgo(900 - i * 12),
  } as const;
}

/** The contact of a customer. Some have no first name, and the mail of some bounces. */
function contactRow(
  customer: { readonly id: string; readonly name: string; readonly email: string },
  i: number,
) {
  const [person] = seededCompanies[i % seededCompanies.length] ?? seededCompanies[0];
  const firstName = i % 8 === 6 ? null : (person.split(" ")[0] ?? null);
  return {
    id: numbered("con", i + 1),
    name: person,
    firstName,
    email: customer.email,
    company: customer.name,
    customerId: customer.id,
    deliverable: i % 11 === 10 ? 0 : 1,
  };
}
