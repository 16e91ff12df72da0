import { z } from 'zod'
import { calendarDate, parse, typedText } from '../../../platform/http/request/parse.ts'
import { defaultOrder } from '../entries/docket-address.ts'
import type { DocketFilters } from '../entries/views.ts'

const LARGEST_PAGE = 100_000
/** What a form sends for a field that was left empty. */
const empty = z.literal('')

const HomeQuery = z.object({
  q: typedText(500).default(''),
  type: typedText(200).default(''),
  filer: typedText(500).default(''),
  from: empty.or(calendarDate()).default(''),
  to: empty.or(calendarDate()).default(''),
  order: empty
    .or(z.enum(['relevance', 'newest', 'oldest'], 'must be relevance, newest or oldest'))
    .default(''),
  page: z.coerce
    .number('must be a page number')
    .int('must be a page number')
    .min(1, 'must be 1 or more')
    .max(LARGEST_PAGE)
    .default(1),
})

/** `GET /` (CONTRACT section 3). @throws InvalidError for a date that does not exist, and the like */
export function parseHomeQuery(query: unknown): DocketFilters {
  const typed = parse(HomeQuery, query)
  const usual = defaultOrder(typed.q)
  const order =
    typed.order === '' || (typed.order === 'relevance' && !typed.q) ? usual : typed.order
  return { ...typed, order }
}
