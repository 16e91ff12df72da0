import { pipeline, Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { create as contentDisposition } from 'content-disposition'
import { type CastingContext, stringify } from 'csv-stringify'
import type { FastifyReply } from 'fastify'

/** Null is an empty cell, for something that was never recorded; that is different from 0. */
export type CsvCell = string | number | null

/**
 * What a spreadsheet program would run as a formula (OWASP, CSV Injection), including full-width forms: at the start of a
 * cell, and after a semicolon, tab, or line end, which some programs treat as the end of a cell.
 */
const formulaStart = /^(?=[=+\-@\t\r\n＝＋－＠])|(?=[=+\-@＝＋－＠])(?<=[;\t\r\n]"*)/g

export const formulaSafe = (cell: CsvCell): CsvCell =>
  typeof cell === 'string' ? cell.replace(formulaStart, "'") : cell

/** For files that spreadsheet programs open: UTF-8 with BOM, CRLF, RFC 4180. */
export const csvOptions = {
  bom: true,
  record_delimiter: '\r\n',
  // Quoted, because a semicolon or a lone CR or LF ends a cell in some programs. Empty cells stay without quotes.
  cast: {
    string: (value: string, { header }: CastingContext) => ({
      value: String(formulaSafe(value)),
      quoted: !header && value !== '',
    }),
  },
}

export interface CsvFile {
  fileName: string
  headings: readonly string[]
  rows: AsyncIterable<readonly CsvCell[]>
}

/** Writes rows as fast as the client reads them, so that a table of any length needs little memory. */
export function sendCsv(reply: FastifyReply, { fileName, headings, rows }: CsvFile): FastifyReply {
  const csv = stringify({ ...csvOptions, header: true, columns: [...headings] })
  // An error destroys `csv`, which Fastify reports; the empty callback keeps it from being thrown, too.
  pipeline(Readable.from(cells(rows)), csv, () => {})
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', contentDisposition(fileName))
    .header('cache-control', 'no-store')
    .send(csv)
}

const ROWS_AT_ONCE = 200

async function* cells(rows: CsvFile['rows']) {
  let count = 0
  for await (const row of rows) {
    yield row
    count += 1
    // With SQLite and a fast client nothing here ever waits, so other requests would be blocked.
    if (count % ROWS_AT_ONCE === 0) await yieldToEventLoop()
  }
}
