import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { expectSteadyGrowth } from '../../../test/support/growth.ts'
import { type CsvCell, formulaSafe, sendCsv } from './csv.ts'

let server: FastifyInstance | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

function serve(headings: string[], rows: () => AsyncIterable<CsvCell[]>): FastifyInstance {
  server = Fastify()
  server.get('/table.csv', (_request, reply) =>
    sendCsv(reply, { fileName: 'table.csv', headings, rows: rows() }),
  )
  return server
}

async function csvOf(headings: string[], rows: CsvCell[][]): Promise<string> {
  const answer = await serve(headings, () => iterate(rows)).inject('/table.csv')
  return answer.rawPayload.toString('utf8')
}

async function* iterate<T>(rows: T[]): AsyncGenerator<T> {
  yield* rows
}

test('UTF-8 with BOM, CRLF, headings first, an empty cell for what was never recorded', async () => {
  const answer = await serve(['Day', 'Visitors'], () =>
    iterate<CsvCell[]>([
      ['07/30/2026', null],
      ['07/31/2026', 0],
      ['Ströer, "Über"', -1],
    ]),
  ).inject('/table.csv')
  const type = { 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' }
  const name = { 'content-disposition': 'attachment; filename=table.csv' }
  expect(answer.headers).toMatchObject({ ...type, ...name })
  expect(answer.rawPayload.toString('utf8')).toBe(
    '\ufeffDay,Visitors\r\n"07/30/2026",\r\n"07/31/2026",0\r\n"Ströer, ""Über""",-1\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t1', '\r1', '\n1', '＝1', '＋1', '－1', '＠1'])(
  'the text %j is never a formula',
  (text) => {
    expect(formulaSafe(text)).toBe(`'${text}`)
  },
)

test.each([
  ['a;=1+1', "a;'=1+1"],
  ['a;"=1+1', `a;"'=1+1`],
  ['\t=1', "'\t'=1"],
  ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
  ['a\r\n-1', "a\r\n'-1"],
  ['Bot/1.0 (compatible; +https://example.com)', 'Bot/1.0 (compatible; +https://example.com)'],
])('the text %j is not a formula where lists have semicolons', async (text, shown) => {
  expect(await csvOf(['A'], [[text]])).toBe(`\ufeffA\r\n"${shown.replaceAll('"', '""')}"\r\n`)
})

test('what a spreadsheet reads back is every cell as it was', async () => {
  const nasty = fc.constantFrom(...'",=+-@\';\t\r\n', '\r\n', '')
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.oneof(nasty, fc.string({ maxLength: 2 }))).map((parts) => parts.join('')),
  )
  const cell: fc.Arbitrary<CsvCell> = fc.oneof(text, fc.integer(), fc.constant(null))
  const table = fc.array(
    fc.tuple(cell, cell, cell).map((row): CsvCell[] => row),
    { maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const csv = await csvOf(['A', 'B', 'C'], rows)
      expect(csv[0]).toBe('\ufeff')
      const [headings, ...read] = parse(csv, { bom: true, record_delimiter: '\r\n' })
      expect(headings).toEqual(['A', 'B', 'C'])
      expect(read).toEqual(rows.map((row) => row.map((one) => String(formulaSafe(one) ?? ''))))
      // Removing the mark gives the original text, and no cell begins with a formula.
      for (const shown of read.flat())
        expect(shown).not.toMatch(/^[=+@\t\r\n＝＋－＠]|^-(?!\d+$)|[;\t\r\n]"*[=+@＝＋－＠-]/)
    }),
    { numRuns: 100 },
  )
})

test('a reader that goes away ends the iteration, and one that is slow slows it down', async () => {
  let produced = 0
  let ended = false
  async function* endless(): AsyncGenerator<CsvCell[]> {
    try {
      for (;;) {
        produced += 1
        yield ['x'.repeat(10_000)]
      }
    } finally {
      ended = true
    }
  }
  const origin = await serve(['A'], endless).listen({ host: '127.0.0.1', port: 0 })
  const reader = connect(Number(new URL(origin).port), '127.0.0.1')
  reader.write('GET /table.csv HTTP/1.1\r\nhost: x\r\n\r\n')
  await new Promise((resolve) => reader.once('readable', resolve))
  let before = -1
  while (produced !== before) {
    before = produced
    await pause(100)
  }
  expect(ended).toBe(false)
  reader.destroy()
  while (!ended) await pause(10)
})

test('a long table lets other requests have their turn', async () => {
  let turns = 0
  let running = true
  const turn = () => {
    turns += 1
    if (running) setImmediate(turn)
  }
  setImmediate(turn)
  const rows = Array.from({ length: 20_000 }, (): CsvCell[] => ['x'])
  expect(await csvOf(['A'], rows)).toHaveLength(1 + 3 + 5 * 20_000)
  running = false
  expect(turns).toBeGreaterThanOrEqual(20_000 / 200)
})

test('a table that breaks off is visibly incomplete', async () => {
  async function* failing(): AsyncGenerator<CsvCell[]> {
    for (let row = 0; row < 5000; row++) yield ['x'.repeat(100)]
    throw new Error('the database went away')
  }
  const address = await serve(['A'], failing).listen({ host: '127.0.0.1', port: 0 })
  const answer = await fetch(`${address}/table.csv`)
  await expect(answer.text()).rejects.toThrow()
})

test.each(['"', ';', ';"', '\t', '='])('a cell of %j is made safe in linear time', (piece) => {
  expectSteadyGrowth((text) => formulaSafe(`x${text}x`), piece)
})
