import type { PageReading } from '../../src/features/checks/inspection/messages.ts'
import type { Stamp } from '../../src/features/checks/stamp-rules.ts'

export const BLANK_PAGE: PageReading = {
  page: 1,
  text: '',
  stamps: [],
  heading: '',
  isScan: false,
  notes: [],
  findings: [],
}

/** Of the first page of three, of attachment 1 to entry 12. */
export const STAMP: Stamp = {
  caseNumber: '1:20-cv-10189-FDS',
  entryNumber: '12',
  attachmentNumber: 1,
  filedOn: '2020-02-05',
  page: 1,
  pageCount: 3,
}
