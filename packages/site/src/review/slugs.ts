/** Owners are any text; two of them may look the same without what an address cannot hold. */
export function slugsOf(owners: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return owners.map((owner) => {
    const plain = owner
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .slice(0, 60)
      .replaceAll(/^-|-$/g, "");
    let slug = plain === "" ? "owner" : plain;
    for (let number = 2; taken.has(slug); number += 1) slug = `${plain || "owner"}-${number}`;
    taken.add(slug);
    return slug;
  });
}
