import { describe, expect, test } from 'vitest'
import { readStamps, type Stamp } from '../../src/features/checks/stamp-rules.ts'

/** What a court prints, and what it says: case, entry, attachment, day, page, pages. */
export type StampLine = [
  line: string,
  stamp: [string, string, number, string | null, number | null, number | null],
]

/** Reads each court's line by itself and within the head of a page. */
export function testStamps(title: string, lines: Record<string, StampLine>): void {
  const rows = Object.entries(lines)
  describe(title, () => {
    test.each(rows)('%s', (_court, [line, stamp]) => {
      expect(stampsIn(line)).toEqual([stamp])
    })

    test.each(rows)('%s, in the middle of a page’s head', (_court, [line, stamp]) => {
      expect(stampsIn(`UNITED STATES COURT\n${line}\nNo. 12`)).toEqual([stamp])
    })
  })
}

/** In the order of a StampLine. */
export const stampsIn = (text: string) => readStamps(text).map(listed)

const listed = ({ caseNumber, entryNumber, attachmentNumber, filedOn, page, pageCount }: Stamp) => [
  caseNumber,
  entryNumber,
  attachmentNumber,
  filedOn,
  page,
  pageCount,
]
