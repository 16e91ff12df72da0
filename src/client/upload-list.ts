/** A PDF that was chosen and not yet sent. */
export interface ChosenFile {
  file: { name: string; size: number }
  title: string
  attachmentNumber: number
  /** The number was typed, and is no longer proposed anew when the order changes. */
  isNumberTyped: boolean
}

/** `045-2_Exhibit_B.pdf` is proposed as `045-2 Exhibit B`: better than nothing, and quickly put right. */
export function proposeTitle(fileName: string): string {
  const title = fileName
    .replace(/\.pdf$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
  return title || 'Document'
}

/** Numbers follow the order from the first free one; those that were typed are kept and not given twice. */
export function proposeNumbers<File extends ChosenFile>(
  files: readonly File[],
  first: number,
): File[] {
  const taken = new Set(files.filter((f) => f.isNumberTyped).map((f) => f.attachmentNumber))
  let next = first
  return files.map((chosen) => {
    if (chosen.isNumberTyped) return chosen
    while (taken.has(next)) next++
    return { ...chosen, attachmentNumber: next++ }
  })
}

/** The list with the item at `from` standing at `to`. */
export function move<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = [...items]
  const [item] = moved.splice(from, 1)
  if (item !== undefined) moved.splice(Math.max(0, to), 0, item)
  return moved
}

/**
 * How much of each file has gone, from 0 to 1. One request carries all files in order, and the browser reports its
 * bytes as a whole; what is not file (fields and part headers) is small and taken to go first.
 */
export function fileProgress(sizes: readonly number[], sent: number, total: number): number[] {
  const inFiles = sizes.reduce((sum, size) => sum + size, 0)
  let left = sent - Math.max(0, total - inFiles)
  return sizes.map((size) => {
    const done = size === 0 ? Number(left >= 0) : Math.min(1, Math.max(0, left / size))
    left -= size
    return done
  })
}
