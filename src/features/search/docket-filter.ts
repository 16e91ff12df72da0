import * as z from 'zod'
import { calendarDate, typedText } from '../../shared/field-rules.ts'

/** A form also sends dates that were left empty. */
const day = () => z.preprocess((typed) => typed || undefined, calendarDate().optional())

/** The docket's filters, on its page, in the API, and for ZIP archives. An empty value is the same as none. */
export const DocketFilter = z.object({
  q: typedText(500).optional().describe('Words in the entry or its PDFs, or a docket number'),
  type: typedText(200).optional().describe('Exactly as `type`'),
  filer: typedText(500).optional().describe('Exactly as `filed_by`'),
  from: day().describe('Filed on this day or later'),
  to: day().describe('Filed on this day or earlier'),
})

export type DocketFilter = z.infer<typeof DocketFilter>
