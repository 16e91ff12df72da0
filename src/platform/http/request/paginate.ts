import { parseWholeNumber } from '../../../shared/number-rules.ts'

/** The requested page (counted from 1) of a table of `total` rows; an invalid number means the first page. */
export function paginate(query: unknown, total: number, limit: number) {
  const pageCount = Math.ceil(total / limit)
  const { page: typed } = query as { page?: unknown }
  const requested =
    typeof typed === 'string' ? parseWholeNumber(typed, 1, Number.MAX_SAFE_INTEGER) : undefined
  const page = Math.min(requested ?? 1, Math.max(1, pageCount))
  return { page, pageCount, limit, offset: (page - 1) * limit }
}
