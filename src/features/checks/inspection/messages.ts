import * as z from 'zod'
import { Finding, FindingBox, type FindingPlace, MAX_PAGES } from '../finding-rules.ts'
import { Stamp } from '../stamp-rules.ts'

/* The process that reads PDFs opens hostile files, so nothing it says is trusted, and all of it is bounded (PROMISES 34). */

/** A page of the smallest legible print has 60,000. A page with more is not checked, and its text not kept. */
export const MAX_PAGE_CHARACTERS = 250_000
export const MAX_PAGE_STAMPS = 20
export const MAX_PAGE_FINDINGS = 201
export const MAX_PNG_BYTES = 8 * 1024 * 1024
/** The largest message is a picture in base64. */
export const MAX_MESSAGE_BYTES = 12 * 1024 * 1024

const pageNumber = z.int().min(1).max(MAX_PAGES)
const sentence = Finding.shape.text
const Note = z.object({
  kind: z.enum(['comment', 'field', 'file', 'redaction']),
  count: z.int().nonnegative().max(10_000_000),
  box: FindingBox,
})

const PageReading = z.object({
  page: pageNumber,
  text: z.string().max(MAX_PAGE_CHARACTERS * 2),
  stamps: z.array(Stamp).max(MAX_PAGE_STAMPS),
  /** Only set for the first page. */
  heading: sentence,
  /** The page is a picture, with words only in its margins. */
  isScan: z.boolean(),
  /** One of each kind: how many there are, and where the first is. */
  notes: z.array(Note).max(4),
  findings: z.array(Finding).max(MAX_PAGE_FINDINGS),
})
export type PageReading = z.infer<typeof PageReading>

export const UNOPENED_REASONS = {
  protected:
    'This PDF is protected, for example by a password. Save or print an unprotected copy and add that file.',
  'too many pages': `This PDF has more than ${MAX_PAGES.toLocaleString('en-US')} pages. Split it into several files and add those.`,
  damaged:
    'This PDF is damaged, or too complex to be opened. Save it again in the program that created it, or print it to PDF, and add that file.',
}
export type Unopened = keyof typeof UNOPENED_REASONS

export const InspectionMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened'), pageCount: pageNumber }),
  z.object({ kind: z.literal('embedded'), findings: z.array(Finding).max(20) }),
  z.object({ kind: z.literal('checked'), page: PageReading }),
  /** `spent`, before the last: the process is to be replaced, because WebAssembly's memory never shrinks. */
  z.object({ kind: z.enum(['ready', 'finished', 'spent']) }),
  /** A PNG in base64, or the text; empty if the page cannot be drawn. */
  z.object({ kind: z.literal('answered'), answer: z.string().max(MAX_MESSAGE_BYTES) }),
  z.object({
    kind: z.literal('refused'),
    why: z.enum(Object.keys(UNOPENED_REASONS) as Unopened[]),
  }),
  /** The disk failed, not the PDF. */
  z.object({ kind: z.literal('unreadable'), error: sentence }),
])
export type InspectionMessage = z.infer<typeof InspectionMessage>

export interface InspectionRequest {
  path: string
  /** To be drawn. */
  place?: FindingPlace
  /** To be recognized. If neither is set, the file is inspected. */
  scannedPage?: number
}
