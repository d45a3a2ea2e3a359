export interface PageRequest {
  readonly pageSize?: number;
  readonly cursor?: string;
}

export interface PageOfRows {
  readonly offset: number;
  readonly limit: number;
}

/** Reads a page request; an unknown cursor starts at the first page. */
export function readPage({ pageSize = 20, cursor }: PageRequest): PageOfRows {
  const offset = cursor === undefined ? 0 : Number.parseInt(Buffer.from(cursor, "base64url").toString(), 10);
  return { offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0, limit: pageSize };
}

/** The cursor of the next page, if there is one. */
export function nextCursor({ offset, limit }: PageOfRows, total: number): { nextCursor?: string } {
  const next = offset + limit;
  return next < total ? { nextCursor: Buffer.from(String(next)).toString("base64url") } : {};
}
