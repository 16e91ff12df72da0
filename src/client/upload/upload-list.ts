import { type NamedEntry, proposeNumbers, proposeTitle } from '../../shared/naming-rules.ts'

/** What was typed is not replaced by a new proposal. */
export interface ChosenFile {
  file: { name: string; size: number }
  title: string
  isTitleTyped: boolean
  attachmentNumber: number
  isNumberTyped: boolean
}

/** By the server's own rules, so that the list shows what will be filed. */
export function propose<File extends ChosenFile>(
  files: readonly File[],
  entry: NamedEntry,
  used: readonly number[],
): File[] {
  const typed = files.filter((chosen) => chosen.isNumberTyped)
  const names = files.filter((chosen) => !chosen.isNumberTyped).map(({ file }) => file.name)
  const taken = [...used, ...typed.map((chosen) => chosen.attachmentNumber)]
  const proposed = proposeNumbers(names, entry, taken).values()
  return files.map((chosen) => {
    const attachmentNumber = chosen.isNumberTyped
      ? chosen.attachmentNumber
      : (proposed.next().value ?? 0)
    const title = chosen.isTitleTyped
      ? chosen.title
      : proposeTitle(chosen.file.name, attachmentNumber, entry)
    return { ...chosen, attachmentNumber, title }
  })
}

export function move<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = [...items]
  const [item] = moved.splice(from, 1)
  if (item !== undefined) moved.splice(Math.max(0, to), 0, item)
  return moved
}

/**
 * The share of each file that has been sent. The browser counts the bytes of the whole request; what is not file
 * (fields and part headers) is small and counted first.
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
