/** By which a line of a whole download is known again. */
export interface LineKey {
  /** Half hours since 1970. */
  period: number
  visitor: number
  /** Milliseconds since 1970 UTC. */
  at: number
  line: number
}

/** What is remembered of a line. */
export interface LineCount {
  /** Which of the lines in question it is. */
  place: number
  copies: number
  file: number
  seen: number
}

export interface Copies {
  copies: number
  seen: number
  /** Records that the line still lacks. */
  added: number
}

/**
 * How many records a line stands for. Equal lines in one file are downloads of their own; the same line in another
 * file, or in the same one read again, is the same download. So the file that has it most often decides, in whichever
 * order files are read.
 *
 * @param met how often it was met just now
 * @param file this reading of the file
 */
export function countCopies(met: number, file: number, known: LineCount | undefined): Copies {
  const seen = met + (known?.file === file ? known.seen : 0)
  const copies = Math.max(seen, known?.copies ?? 0)
  return { copies, seen, added: copies - (known?.copies ?? 0) }
}
