import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { cutText, storable } from '../../../shared/clean-text.ts'
import { MAX_ID, parseWholeNumber } from '../../../shared/number-rules.ts'
import { type FieldProblems, InvalidError, NotFoundError } from '../errors.ts'

const FOR_PROGRAMS = /^\/(api\/|healthz|readyz|metrics)/

/** Pages get pages; programs get problem+json, unless a browser's form or link is waiting for a page. */
export function wantsPage({ headers, url }: FastifyRequest): boolean {
  const accepts = headers.accept ?? ''
  if (accepts.includes('json')) return false
  return !FOR_PROGRAMS.test(url) || accepts.includes('text/html')
}

const digits = (text: unknown) =>
  typeof text === 'string' && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined

/** `{id}` of a path, within the range of database ids. */
export const idParam = () => z.preprocess(digits, z.int().min(1).max(MAX_ID))

/** `{id}` of a page's path. @throws NotFoundError */
export function parseId(params: unknown): number {
  const { success, data } = idParam().safeParse((params as { id?: string }).id)
  if (!success) throw new NotFoundError()
  return data
}

/** The sort values of the last row seen, ending with its id: rows added or removed in the meantime do not shift the next page. */
export const writeCursor = (...numbers: number[]): string => numbers.join('.')

export function readCursor(typed: unknown, length: number): number[] | undefined {
  if (typeof typed !== 'string' || !/^-?\d{1,15}(\.\d{1,15})*$/.test(typed)) return undefined
  const numbers = typed.split('.').map(Number)
  return numbers.length === length && Number(numbers.at(-1)) <= MAX_ID ? numbers : undefined
}

export function parse<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw invalid(parsed.error)
}

export function invalid(error: z.ZodError): InvalidError {
  const errors: FieldProblems = {}
  for (const { path, message } of error.issues) {
    const field = String(path[0] ?? 'request')
    errors[field] = [...(errors[field] ?? []), message]
  }
  const [field, reasons] = Object.entries(errors)[0] ?? []
  return new InvalidError(reasons ? `${field}: ${reasons[0]}` : 'The request is not valid.', errors)
}

/** The longest e-mail address; SQLite refuses overlong patterns. */
const MAX_SEARCH_LENGTH = 320

export const searchText = (typed: unknown): string =>
  typeof typed === 'string' ? storable(cutText(typed, MAX_SEARCH_LENGTH)).trim() : ''

export function parseTableFilter<State extends string>(query: unknown, states: readonly State[]) {
  const { q, state } = query as Record<string, unknown>
  return { q: searchText(q), state: states.find((one) => one === state) }
}

/** The requested page (counted from 1) of a table of `total` rows; an invalid number means the first page. */
export function paginate(query: unknown, total: number, limit: number) {
  const pageCount = Math.ceil(total / limit)
  const { page: typed } = query as { page?: unknown }
  const requested =
    typeof typed === 'string' ? parseWholeNumber(typed, 1, Number.MAX_SAFE_INTEGER) : undefined
  const page = Math.min(requested ?? 1, Math.max(1, pageCount))
  return { page, pageCount, limit, offset: (page - 1) * limit }
}
