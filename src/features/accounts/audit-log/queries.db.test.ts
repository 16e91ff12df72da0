import { beforeAll, expect, it } from 'vitest'
import { addAdministrator, EMAIL, PASSWORD } from '../../../../test/support/accounts-server.ts'
import { eachAccountsServer } from '../../../../test/support/each-accounts-server.ts'
import { entryRow } from '../../../../test/support/rows.ts'
import { COMMAND_LINE, recordAudit } from './queries.ts'

const OTHER = 'deputy@example.com'

eachAccountsServer('the audit log', (server) => {
  const record = (event: Partial<Parameters<typeof recordAudit>[1]>) => {
    const usual = { at: server.platform.clock(), action: 'entry.created', subject: '' }
    return recordAudit(server.platform.db, { ...COMMAND_LINE, ...usual, ...event })
  }

  let otherId: number
  beforeAll(async () => {
    otherId = (await addAdministrator(server.platform, OTHER)).id
  })

  it('what they did is in the audit log: who, what, when, from where (PROMISES 7); its pages keep a search', async () => {
    const who = { administrator: { id: 1, email: EMAIL }, clientIp: '203.0.113.9' }
    const event = { ...who, at: Date.UTC(2026, 6, 30, 4, 5), details: 'x'.repeat(5000) }
    for (let i = 1; i <= 60; i++) await record({ ...event, subject: `ECF ${i} <b>\0\ud800` })
    await record({ action: 'docket.imported' })
    const visitor = await server.newSignedIn()
    const newest = await visitor.get('/admin/audit-log')
    // The newest row is this sign-in.
    expect(newest.body).toMatch(/Administrator signed in.*Docket imported/s)
    expect(newest.body).toContain('command line')
    expect(newest.body).toContain('07/30/2026, 12:05 AM')
    expect(newest.body).toContain('Entry created')
    expect(newest.body).toContain('203.0.113.9')
    expect(newest.body).toContain('ECF 60 &lt;b')
    expect(newest.body).not.toContain('ECF 12 &lt;b')
    const older = await visitor.get('/admin/audit-log?page=2')
    expect(older.body).toContain('ECF 12 &lt;b')
    expect(older.body).not.toContain('ECF 60 &lt;b')
    const search = 'q=entry+created'
    const found = await visitor.get(`/admin/audit-log?${search}`)
    expect(found.body).toContain(`?${search}&amp;page=2"`)
    const second = await visitor.get(`/admin/audit-log?${search}&page=2`)
    expect(second.body).toContain('ECF 10 &lt;b')
    expect(second.body).not.toContain('ECF 11 &lt;b')
  })

  it('names entries as the court does, with a link, and finds who, what, and an entry', async () => {
    const entries = await server.platform.db
      .insertInto('entries')
      .values([
        entryRow({ number: 56, title: 'Order' }),
        entryRow({ number: null, title: 'Minute entry' }),
      ])
      .returning(['id', 'number'])
      .execute()
    for (const { id, number } of entries) {
      const details = number === null ? '100% heard' : 'Title: Ordr → Order'
      await record({ action: 'entry.changed', subject: `entry ${id}`, details })
    }
    for (const subject of ['entry point v. Roe', 'entry ', 'entry 99999999999'])
      await record({ subject })
    const visitor = await server.newSignedIn()
    const [order, minutes] = entries
    const { body } = await visitor.get('/admin/audit-log')
    expect(body).toContain(`<a href="/admin/entries/${order?.id}">ECF 56</a>`)
    expect(body).toContain(`<a href="/admin/entries/${minutes?.id}">Minute entry</a>`)
    const listed = async (query: string) => {
      const page = (await visitor.get(`/admin/audit-log?${query}`)).body
      return [...page.matchAll(/href="\/admin\/entries\/\d+">([^<]*)</g)].map(([, name]) => name)
    }
    expect(await listed('q=ecf+56')).toEqual(['ECF 56'])
    expect(await listed('q=Entry+changed')).toEqual(['Minute entry', 'ECF 56'])
    expect(await listed('q=100%25')).toEqual(['Minute entry'])
    expect(await listed('q=COMMAND+line+entry+changed')).toEqual(['Minute entry', 'ECF 56'])
    expect(await listed(`q=${EMAIL}`)).toEqual([])
    const none = (await visitor.get('/admin/audit-log?q=56-2')).body
    expect(none).toContain('Nothing matches.')
    expect(none).toContain('value="56-2"')
    const digits = await visitor.get(`/admin/audit-log?q=${'9'.repeat(400)}`)
    expect(digits.status).toBe(200)
  })

  it('a change and its line in the log are saved together or not at all', async () => {
    const visitor = await server.newSignedIn()
    await visitor.get('/admin/admins')
    const own = { current_password: PASSWORD }
    const { db } = server.platform
    await db.schema.alterTable('audit_log').renameTo('audit_log_away').execute()
    try {
      const lost = { ...own, email: 'lost@example.com', password: '' }
      expect((await visitor.post('/admin/admins', lost)).status).toBe(500)
      expect((await visitor.post(`/admin/admins/${otherId}/disable`, own)).status).toBe(500)
    } finally {
      await db.schema.alterTable('audit_log_away').renameTo('audit_log').execute()
    }
    const rows = await db.selectFrom('administrators').selectAll().execute()
    expect(rows.find(({ email }) => email === 'lost@example.com')).toBeUndefined()
    expect(rows.find(({ email }) => email === OTHER)?.disabled_at).toBeNull()
  })
})
