import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { downloadOf, FIREFOX } from '../../../test/support/access-log.ts'
import { at, eachImport } from '../../../test/support/each-import.ts'

eachImport('importing access logs', ({ run, write, records }, database) => {
  const recordByService = (time: number) =>
    sql`insert into document_accesses (document_id, accessed_at, client_ip, user_agent, is_robot, source)
      values (1, ${time}, '192.0.2.1', '', 0, 'service')`.execute(database.db)

  test('a record has the time and user agent of its line, and no IP; robots are marked', async () => {
    const curl = { at: at(1), target: downloadOf(2), userAgent: 'curl/8.5.0' }
    const summary = await run([write('access.log', [{ at: at(0) }, curl])])
    const imported = { client_ip: null, source: 'access_log' }
    expect(await records()).toEqual([
      { ...imported, document_id: 1, accessed_at: at(0), user_agent: FIREFOX, is_robot: 0 },
      { ...imported, document_id: 2, accessed_at: at(1), user_agent: 'curl/8.5.0', is_robot: 1 },
    ])
    expect(summary).toMatchObject({ lines: 2, imported: 2, complete: true, recorded_from: null })
    const audit = await database.db.selectFrom('audit_log').select(['action', 'details']).execute()
    const details = '2 downloads added, 0 removed'
    expect(audit).toEqual([{ action: 'access-log.imported', details }])
  })

  test('every other line is counted by its reason, and the sums add up', async () => {
    const requests = [
      ...[{ at: at(0) }, { at: at(-60) }, { at: at(60) }],
      ...[
        { target: downloadOf(99) },
        { target: '/entries/1' },
        { method: 'HEAD' },
        { status: 304 },
      ].map((change) => ({ at: at(0), ...change })),
    ]
    const file = write('a.log', requests, `${'x'.repeat(300_000)}\nno log line\n`)
    const { lines, imported, skipped } = await run([file], { since: at(-30), until: at(30) })
    expect([lines, imported]).toEqual([9, 1])
    expect(skipped).toEqual({
      ...{ malformed: 1, too_long: 1, other_path: 1, other_method: 1, other_status: 1 },
      ...{ unknown_document: 1, too_old: 0, in_future: 0, before_since: 1, after_until: 1 },
      ...{ already_recorded: 0, already_imported: 0, part_of_range_burst: 0, too_many_agents: 0 },
    })
  })

  test('what the service recorded itself is left out, from the second of its first record on', async () => {
    await recordByService(at(10) + 700)
    const file = write('a.log', [{ at: at(10) - 1000 }, { at: at(10) }, { at: at(11) }])
    const summary = await run([file])
    expect(summary).toMatchObject({ imported: 1, skipped: { already_recorded: 2 } })
    expect(summary.recorded_from).toBe(new Date(at(10)).toISOString())
    const skipped = { already_recorded: 1, already_imported: 1 }
    expect(await run([file], { before: at(11) })).toMatchObject({ imported: 1, skipped })
  })

  test.each([
    ['over what the service recorded itself', {}],
    ['up to another time', { before: at(16) }],
    ['of a part', { since: at(3), until: at(30) }],
  ])('a dry run promises what the run does: %s', async (_, options) => {
    const flood = Array.from({ length: 25 }, (_, index) => {
      return { at: at(4), status: 206, userAgent: `agent ${index}` }
    })
    await run([write('old.log', [{ at: at(0) }, { at: at(2), status: 206 }])])
    await recordByService(at(12) + 700)
    const whole = [0, 5, 11, 12, 15, 20].map((minute) => ({ at: at(minute) }))
    const file = write('new.log', [...whole.slice(0, 1), ...flood, ...whole.slice(1)])
    for (const _time of ['first', 'again']) {
      const before = await records()
      const dry = await run([file], { ...options, dryRun: true })
      expect(await records()).toEqual(before)
      expect(dry).toEqual({ ...(await run([file], options)), dry_run: true })
    }
  })

  test('downloads of deleted documents count, too', async () => {
    await sql`update documents set deleted_at = 1 where id = 3`.execute(database.db)
    const file = write('a.log', [{ at: at(0), target: downloadOf(3) }])
    expect((await run([file])).imported).toBe(1)
  })
})
