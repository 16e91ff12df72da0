import { z } from 'zod'
import { calendarDate, parse, typedText } from '../../platform/http/parse.ts'
import type { DocketFilters } from './views.ts'

const LARGEST_PAGE = 100_000
/** What a form sends for a field that was left empty. */
const empty = z.literal('')

const HomeQuery = z.object({
  q: typedText(500).default(''),
  type: typedText(200).default(''),
  from: empty.or(calendarDate()).default(''),
  to: empty.or(calendarDate()).default(''),
  order: empty
    .transform(() => 'newest' as const)
    .or(z.enum(['newest', 'oldest'], 'must be newest or oldest'))
    .default('newest'),
  page: z.coerce
    .number('must be a page number')
    .int('must be a page number')
    .min(1, 'must be 1 or more')
    .max(LARGEST_PAGE)
    .default(1),
})

/** `GET /` (CONTRACT section 3). @throws InvalidError for a date that does not exist, and the like */
export function parseHomeQuery(query: unknown): DocketFilters {
  return parse(HomeQuery, query)
}
