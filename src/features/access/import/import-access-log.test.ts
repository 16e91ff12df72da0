import { gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  combined,
  downloadOf,
  FIREFOX,
  importing,
  insertDocuments,
  type LoggedRequest,
  logFolder,
  readHere,
} from '../../../../test/support/access-log.ts'
import { eachDatabase } from '../../../../test/support/each-database.ts'
import { type ImportOptions, importAccessLog } from './import-access-log.ts'

const START = Date.UTC(2025, 2, 1, 12)
const MINUTE = 60_000
const at = (minutes: number) => START + minutes * MINUTE
const log = (requests: LoggedRequest[]) =>
  requests.map((request) => `${combined(request)}\n`).join('')

eachDatabase('importing access logs', (database) => {
  beforeAll(() => insertDocuments(database.db, [1, 2, 3]))
  beforeEach(async () => {
    for (const table of ['document_accesses', 'imported_lines', 'imported_bursts', 'audit_log'])
      await sql`delete from ${sql.table(table)}`.execute(database.db)
  })

  const run = (files: string[], changes: Partial<ImportOptions> = {}) =>
    importAccessLog(
      { db: database.db, clock: Date.now, config: { timeZone: 'America/New_York' } as never },
      importing(files, changes),
    )
  const records = () =>
    database.db
      .selectFrom('document_accesses')
      .select(['document_id', 'accessed_at', 'client_ip', 'user_agent', 'is_robot', 'source'])
      .orderBy('accessed_at')
      .orderBy('document_id')
      .orderBy('user_agent')
      .execute()
  const recordedAt = async () => (await records()).map(({ accessed_at }) => accessed_at)

  test('a record has the time and the user agent of its line, no IP, and knows robots', async () => {
    const write = logFolder()
    const summary = await run([
      write(
        'access.log',
        log([{ at: at(0) }, { at: at(1), target: downloadOf(2), userAgent: 'curl/8.5.0' }]),
      ),
    ])
    expect(await records()).toEqual([
      {
        document_id: 1,
        accessed_at: at(0),
        client_ip: null,
        user_agent: FIREFOX,
        is_robot: 0,
        source: 'access_log',
      },
      {
        document_id: 2,
        accessed_at: at(1),
        client_ip: null,
        user_agent: 'curl/8.5.0',
        is_robot: 1,
        source: 'access_log',
      },
    ])
    expect(summary).toMatchObject({ lines: 2, imported: 2, complete: true, recorded_from: null })
    const audit = await database.db.selectFrom('audit_log').select(['action', 'details']).execute()
    expect(audit).toEqual([
      { action: 'access-log.imported', details: '2 downloads added, 0 taken back' },
    ])
  })

  test('every other line is counted by its reason, and the sums add up', async () => {
    const write = logFolder()
    const content = log([
      { at: at(0) },
      { at: at(0), target: downloadOf(99) },
      { at: at(0), target: '/entries/1' },
      { at: at(0), method: 'HEAD' },
      { at: at(0), status: 304 },
      { at: at(-60) },
      { at: at(60) },
    ])
    const long = `${'x'.repeat(300_000)}\n`
    const { lines, imported, skipped } = await run(
      [write('a.log', `${content}${long}no log line\n`)],
      {
        since: at(-30),
        until: at(30),
      },
    )
    expect({ lines, imported }).toEqual({ lines: 9, imported: 1 })
    expect(skipped).toEqual({
      malformed: 1,
      too_long: 1,
      other_path: 1,
      other_method: 1,
      other_status: 1,
      unknown_document: 1,
      before_since: 1,
      after_until: 1,
      already_recorded: 0,
      already_imported: 0,
      part_of_range_burst: 0,
    })
  })

  test('the same lines again add nothing: whole, overlapping, packed, under another name', async () => {
    const write = logFolder()
    const requests = Array.from({ length: 40 }, (_, index) => ({
      at: at(index),
      target: downloadOf(1 + (index % 3)),
    }))
    const whole = log(requests)
    const first = await run([write('access.log', whole)])
    const before = await records()
    const packed = write('access.log.1.gz', gzipSync(whole))
    const members = write(
      'members',
      Buffer.concat([gzipSync(log(requests.slice(0, 9))), gzipSync(log(requests.slice(9)))]),
    )
    const zstd = write('noname', zstdCompressSync(whole))
    const overlap = write('overlap.log', log(requests.slice(5, 25)))
    for (const file of [packed, members, zstd, overlap]) {
      const { imported, lines, skipped } = await run([file])
      expect({ imported, skipped: skipped.already_imported }).toEqual({
        imported: 0,
        skipped: lines,
      })
    }
    expect(await records()).toEqual(before)
    expect(first.imported).toBe(40)
  })

  test('equal lines of one file are downloads of their own, of two files the same ones', async () => {
    const write = logFolder()
    const twice = write('twice.log', log([{ at: at(0) }, { at: at(0) }]))
    const once = write('once.log', log([{ at: at(0) }]))
    const thrice = write('thrice.log', log([{ at: at(0) }, { at: at(0) }, { at: at(0) }]))
    expect((await run([once, twice])).imported).toBe(2)
    expect((await run([twice, once])).imported).toBe(0)
    expect((await run([thrice])).imported).toBe(1)
    expect(await recordedAt()).toHaveLength(3)
  })

  test('ranges without a whole download beside them are one download, of the first line', async () => {
    const write = logFolder()
    const part = (minutes: number, userAgent = FIREFOX) => ({
      at: at(minutes),
      status: 206,
      userAgent,
    })
    const summary = await run([
      write('a.log', log([part(0, 'First'), part(29), part(58), part(88), part(89)])),
    ])
    expect(await recordedAt()).toEqual([at(0), at(88)])
    expect((await records())[0]?.user_agent).toBe('First')
    expect(summary).toMatchObject({
      imported: 2,
      imported_range_bursts: 2,
      skipped: { part_of_range_burst: 3 },
    })
  })

  test.each([
    ['before', -29.9, 1],
    ['after', 39.9, 1],
    ['exactly half an hour before', -30, 2],
    ['exactly half an hour after', 40, 2],
  ])('a whole download %s the ranges: %s minutes', async (_, minutes, count) => {
    const write = logFolder()
    const ranges = [0, 5, 10].map((minute) => ({ at: at(minute), status: 206 }))
    await run([write('a.log', log([...ranges, { at: at(minutes), status: 200 }]))])
    expect(await recordedAt()).toHaveLength(count)
  })

  test('ranges of another client or document are others', async () => {
    const write = logFolder()
    await run([
      write(
        'a.log',
        log([
          { at: at(0), status: 206 },
          { at: at(1), status: 206, client: '2001:db8::1' },
          { at: at(2), status: 206, target: downloadOf(2) },
          { at: at(3), status: 200, target: downloadOf(3) },
        ]),
      ),
    ])
    expect(await recordedAt()).toHaveLength(4)
  })

  test('a burst across a rotation is one, whichever part is read first and whenever', async () => {
    const write = logFolder()
    const parts = [0, 20, 40, 60].map((minute) => ({ at: at(minute), status: 206 }))
    const [a, b, c] = [[0, 1], [2], [3]].map((places, index) =>
      write(`${index}.log`, log(places.map((place) => parts[place] as LoggedRequest))),
    ) as [string, string, string]
    await run([c])
    await run([a])
    expect(await recordedAt()).toEqual([at(0), at(60)])
    const joined = await run([b])
    expect(await recordedAt()).toEqual([at(0)])
    expect(joined).toMatchObject({ imported: 0, withdrawn_range_bursts: 1 })
    const whole = write('whole.log', log([{ at: at(70) }]))
    const beside = await run([whole])
    expect(beside).toMatchObject({ imported: 1, withdrawn_range_bursts: 1 })
    expect(await recordedAt()).toEqual([at(70)])
    for (const file of [a, b, c, whole]) expect((await run([file])).imported).toBe(0)
    expect(await recordedAt()).toEqual([at(70)])
  })

  test('what the service recorded itself is left out, from the second of its first record on', async () => {
    const write = logFolder()
    await sql`insert into document_accesses (document_id, accessed_at, client_ip, user_agent, is_robot, source)
      values (1, ${at(10) + 700}, '192.0.2.1', '', 0, 'service')`.execute(database.db)
    const file = write('a.log', log([{ at: at(10) - 1000 }, { at: at(10) }, { at: at(11) }]))
    const summary = await run([file])
    expect(summary).toMatchObject({ imported: 1, skipped: { already_recorded: 2 } })
    expect(summary.recorded_from).toBe(new Date(at(10)).toISOString())
    const more = await run([file], { before: at(11) })
    expect(more).toMatchObject({
      imported: 1,
      skipped: { already_recorded: 1, already_imported: 1 },
    })
  })

  test('a dry run tells the same and writes nothing, also over what is there', async () => {
    const write = logFolder()
    await run([
      write('old.log', log([{ at: at(0) }, { at: at(5), status: 206, client: '192.0.2.8' }])),
    ])
    const file = write(
      'new.log',
      log([
        { at: at(0) },
        { at: at(0) },
        { at: at(20), status: 206, client: '192.0.2.8' },
        { at: at(21), client: '192.0.2.8' },
        { at: at(90), status: 206 },
      ]),
    )
    const before = await Promise.all(
      ['document_accesses', 'imported_lines', 'imported_bursts', 'audit_log'].map((table) =>
        sql`select * from ${sql.table(table)} order by 1, 2, 3`.execute(database.db),
      ),
    )
    const dry = await run([file], { dryRun: true })
    const after = await Promise.all(
      ['document_accesses', 'imported_lines', 'imported_bursts', 'audit_log'].map((table) =>
        sql`select * from ${sql.table(table)} order by 1, 2, 3`.execute(database.db),
      ),
    )
    expect(after.map(({ rows }) => rows)).toEqual(before.map(({ rows }) => rows))
    expect(dry).toEqual({ ...(await run([file])), dry_run: true })
    expect(dry).toMatchObject({ imported: 3, withdrawn_range_bursts: 1 })
  })

  test('two at the same time count nothing twice', async () => {
    const write = logFolder()
    const requests = Array.from({ length: 300 }, (_, index) => ({
      at: at(index),
      status: index % 3 ? 200 : 206,
    }))
    const file = write('a.log', log([...requests, ...requests.slice(0, 20)]))
    const alone = await run([file], { dryRun: true })
    const both = await Promise.all([run([file]), run([file])])
    expect(both.map(({ imported }) => imported).toSorted((a, b) => a - b)).toEqual([
      0,
      alone.imported,
    ])
    expect(await recordedAt()).toHaveLength(alone.imported)
  })

  test('deleted documents had their downloads, too', async () => {
    const write = logFolder()
    await sql`update documents set deleted_at = 1 where id = 3`.execute(database.db)
    expect(
      (await run([write('a.log', log([{ at: at(0), target: downloadOf(3) }]))])).imported,
    ).toBe(1)
  })

  const request = fc.record({
    at: fc.integer({ min: 0, max: 90 }).map((minutes) => at(minutes)),
    client: fc.constantFrom('198.51.100.7', '2001:db8::2'),
    status: fc.constantFrom(200, 206, 206, 206, 404),
    target: fc.constantFrom(downloadOf(1), downloadOf(1), downloadOf(2)),
  })

  test('pieces of any overlap in any order and any number of commands give what the whole log gives', async () => {
    const write = logFolder()
    const cases = fc.record({
      // Servers write no two equal lines on both sides of a rotation here; see the decision record.
      requests: fc.uniqueArray(request, {
        maxLength: 24,
        selector: ({ at, client, status, target }) => `${at} ${client} ${status} ${target}`,
      }),
      cuts: fc.array(fc.tuple(fc.nat(24), fc.nat(24)), { maxLength: 4 }),
      order: fc.infiniteStream(fc.nat()),
      together: fc.boolean(),
    })
    let round = 0
    const property = fc.asyncProperty(cases, async ({ requests, cuts, order, together }) => {
      round += 1
      for (const table of ['document_accesses', 'imported_lines', 'imported_bursts'])
        await sql`delete from ${sql.table(table)}`.execute(database.db)
      const edges = [0, ...cuts.map(([a]) => a % (requests.length + 1)), requests.length].toSorted(
        (a, b) => a - b,
      )
      const pieces = edges.slice(1).map((end, index) => {
        const overlap = (cuts[index]?.[1] ?? 0) % 4
        return requests.slice(Math.max(0, (edges[index] ?? 0) - overlap), end)
      })
      const files = pieces
        .map((piece, index) => ({
          rank: order.next().value ?? 0,
          path: write(`${round}-${index}.log`, log(piece)),
        }))
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ path }) => path)
      if (together) await run(files, { read: readHere })
      else for (const file of files) await run([file], { read: readHere })
      const inPieces = await records()
      for (const table of ['document_accesses', 'imported_lines', 'imported_bursts'])
        await sql`delete from ${sql.table(table)}`.execute(database.db)
      const whole = await run([write(`${round}.log`, log(requests))], { read: readHere })
      expect(inPieces).toEqual(await records())
      expect(whole.imported).toBe(inPieces.length)
    })
    await fc.assert(property, { numRuns: 25 })
  })
})
