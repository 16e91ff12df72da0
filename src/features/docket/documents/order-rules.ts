/** As much of a document as its place among the others needs. */
export interface Placed {
  id: number
  attachment_number: number
}

/** The order after documents were added: at the end, but a main document comes first. */
export function placeAdded<T extends Placed>(existing: readonly T[], added: readonly T[]): T[] {
  const main = added.filter((document) => document.attachment_number === 0)
  const attachments = added.filter((document) => document.attachment_number !== 0)
  return [...main, ...existing, ...attachments]
}

/** 1 is the first; a stored position says only what comes before what, and imported ones begin at 0. */
export function placeAmong(ordered: readonly Pick<Placed, 'id'>[], id: number): number {
  const index = ordered.findIndex((document) => document.id === id)
  return (index < 0 ? ordered.length : index) + 1
}

/**
 * The order after one document was moved.
 * @param position 1 is the first; beyond the last is the last
 */
export function moveTo<T extends Placed>(documents: readonly T[], id: number, position: number) {
  const moved = documents.find((document) => document.id === id)
  if (!moved) return [...documents]
  const others = documents.filter((document) => document.id !== id)
  return others.toSpliced(position - 1, 0, moved)
}
