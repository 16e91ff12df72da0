import { pipeline, Readable } from 'node:stream'
import { setImmediate as letOthersIn } from 'node:timers/promises'
import { create as contentDisposition } from 'content-disposition'
import { type CastingContext, stringify } from 'csv-stringify'
import type { FastifyReply } from 'fastify'

/** Null is an empty cell: something that was never recorded, which is not 0. */
export type CsvCell = string | number | null

/**
 * What a spreadsheet program would run as a formula (OWASP, CSV Injection), full-width forms included: at the start, and
 * after what ends a cell where lists are separated by semicolons or tabs, or a line.
 */
const formulaStart = /^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g

export const formulaSafe = (cell: CsvCell): CsvCell =>
  typeof cell === 'string' ? cell.replace(formulaStart, "'") : cell

/** For files that spreadsheet programs open: UTF-8 with BOM, CRLF, RFC 4180. */
export const csvOptions = {
  bom: true,
  record_delimiter: '\r\n',
  // A semicolon, or a lone CR or LF, ends a cell in some programs. An empty cell was never recorded: it has no quotes.
  cast: {
    string: (value: string, { header }: CastingContext) => ({
      value,
      quoted: !header && value !== '',
    }),
  },
}

interface CsvFile {
  fileName: string
  headings: readonly string[]
  rows: AsyncIterable<readonly CsvCell[]>
}

/** Rows are written as fast as the reader takes them, so that a table of any length costs little memory. */
export function sendCsv(reply: FastifyReply, { fileName, headings, rows }: CsvFile): FastifyReply {
  const csv = stringify({ ...csvOptions, header: true, columns: [...headings] })
  // An error destroys `csv`, which Fastify reports; the callback only keeps it from being thrown as well.
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
    yield row.map(formulaSafe)
    count += 1
    // A database in this process and a fast reader never make us wait: other requests would have to.
    if (count % ROWS_AT_ONCE === 0) await letOthersIn()
  }
}
