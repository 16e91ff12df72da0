import { expect, it } from 'vitest'
import { eachServer } from '../../../test/support/each-server.ts'
import { startEntries } from '../../../test/support/entries-server.ts'
import { dayAt } from '../../shared/time-zone.ts'
import { findCaseSettings } from '../site/queries.ts'

const settings = {
  caption: 'Doe v. Roe',
  case_number: '1:26-cv-00123',
  court: 'United States District Court',
  judge: 'Hon. A. Vance',
  description: 'An action for a declaratory judgment.',
  contact: 'clerk@example.com',
  announcement: 'The claims bar date is 03/15/2027.',
}

const json = { accept: 'application/json' }

eachServer('the case’s settings', startEntries, (server) => {
  const post = (fields: Record<string, string>, headers = {}) =>
    server.client.post('/admin/settings', fields, headers)
  const find = () => findCaseSettings(server.platform.db)

  it('are saved, shown and in the audit log', async () => {
    const response = await post(settings)
    expect([response.status, response.location]).toEqual([303, '/admin/settings'])
    expect(await find()).toMatchObject({ ...settings, updated_at: server.time.now })
    const { body } = await server.client.get('/admin/settings')
    expect(body).toContain('The settings were saved.')
    expect(body).toContain('value="Hon. A. Vance"')
    const { body: log } = await server.client.get('/admin/audit-log')
    expect(log).toContain('Caption: Doe v. Roe')
    expect(log).toContain('Announcement: The claims bar date is 03/15/2027.')
  })

  it('keep what was not sent', async () => {
    await post(settings)
    await post({ judge: 'Hon. B. Roy', unknown: 'x' })
    expect(await find()).toMatchObject({ ...settings, judge: 'Hon. B. Roy' })
  })

  it('warn the second of two administrators, and keep what they typed', async () => {
    await post(settings)
    const versionOf = (html: string) => /name="version" value="(\d+)"/.exec(html)?.[1] ?? ''
    const version = versionOf((await server.client.get('/admin/settings')).body)
    server.time.now += 60_000
    await post({ ...settings, judge: 'Theirs', version })
    server.time.now += 60_000
    const mine = { ...settings, judge: 'Mine', version }
    const refused = await post(mine)
    expect(refused.status).toBe(409)
    expect(refused.body).toContain('The settings were changed after you opened this page.')
    expect(refused.body).toContain('value="Mine"')
    expect(await find()).toMatchObject({ judge: 'Theirs' })
    const program = await post(mine, json)
    expect(JSON.parse(program.body)).toMatchObject({ status: 409, code: 'stale' })
    const again = await post({ ...mine, version: versionOf(refused.body) })
    expect(again.status).toBe(303)
    expect(await find()).toMatchObject({ judge: 'Mine' })
  })

  it('close the case: no one can subscribe, every page says so, and it can be reopened', async () => {
    const reader = { email: 'reader@example.org' }
    const subscribe = () => server.stranger.post('/api/subscribe', reader, json)
    const today = `value="${dayAt(server.time.now, 'America/New_York')}"`
    expect((await server.client.get('/admin/settings')).body).toContain(today)
    const closing = { closed_on: '2026-07-29', published_figures: 'downloads' }
    expect((await post(closing)).status).toBe(303)
    expect(await find()).toMatchObject(closing)
    const log = (await server.client.get('/admin/audit-log')).body
    expect(log).toContain('Closed on: 07/29/2026; Download figures in the archive: downloads')
    const refused = await subscribe()
    expect(refused.status).toBe(409)
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'docket_closed' })
    for (const path of ['/', '/follow', '/about']) {
      const { body } = await server.stranger.get(path)
      expect(body, path).toContain('This docket was closed on 07/29/2026.')
      expect(body, path).not.toContain('subscribe-email')
    }
    const page = (await server.client.get('/admin/settings')).body
    expect(page).toContain('href="/admin/notifications/closing"')
    await post({ closed_on: '' })
    expect((await subscribe()).status).toBe(201)
    expect((await server.stranger.get('/')).body).toContain('subscribe-email')
  })

  it.each([
    ['caption', 'x'.repeat(501)],
    ['closed_on', '2026-02-30'],
    ['closed_on', '2030-01-01'],
    ['published_figures', 'addresses'],
    ['description', 'a\0b'],
  ])('refuse %s %.9j and keep what was typed', async (name, value) => {
    await post(settings)
    const typed = { ...settings, judge: 'As typed', [name]: value }
    const response = await post(typed)
    expect(response.status).toBe(422)
    expect(response.body).toContain('value="As typed"')
    expect(await find()).toMatchObject(settings)
    const program = await post(typed, json)
    expect(Object.keys(JSON.parse(program.body).errors)).toEqual([name])
  })
})
