import { beforeEach, expect, it } from 'vitest'
import { addAdministrator, EMAIL, PASSWORD } from '../../../../test/support/accounts-server.ts'
import { eachServer } from '../../../../test/support/each-server.ts'
import { startServer } from '../../../../test/support/start-server.ts'
import { createVisitor, type Visitor } from '../../../../test/support/visitor.ts'
import type { DialectName } from '../../../platform/database/dialect.ts'
import { ensureFirstRunCode } from './administrators.ts'

const start = (dialect: DialectName) =>
  startServer(dialect, { PUBLIC_URL: 'http://docket.example' })

eachServer('the first administrator', start, (server) => {
  beforeEach(async () => {
    const { db } = server.platform
    for (const table of ['sessions', 'administrators', 'first_run_codes', 'audit_log'] as const)
      await db.deleteFrom(table).execute()
  })

  const pathOf = async () => new URL((await ensureFirstRunCode(server.platform)) ?? '').pathname
  const account = { email: EMAIL, password: PASSWORD, password_repeat: PASSWORD }
  const administrators = () => server.platform.db.selectFrom('administrators').selectAll().execute()

  it('has a one-time address of 256 bits, stored hashed (PROMISES 2)', async () => {
    const address = await ensureFirstRunCode(server.platform)
    expect(address).toMatch(/^http:\/\/docket\.example\/admin\/first-run\/[\w-]{43}$/)
    const rows = await server.platform.db.selectFrom('first_run_codes').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(address?.slice(-43))
  })

  it('is created there and signed in, and the address no longer works', async () => {
    const path = await pathOf()
    const visitor = createVisitor(server.origin)
    expect((await visitor.get(path)).status).toBe(200)
    expect(await visitor.post(path, account)).toMatchObject({ status: 303, location: '/admin' })
    expect((await visitor.get('/admin/account')).status).toBe(200)
    expect((await visitor.get(path)).status).toBe(404)
    const another = { ...account, email: 'intruder@example.com' }
    expect((await visitor.post(path, another)).status).toBe(403)
    const stranger = createVisitor(server.origin)
    await stranger.get('/admin/login')
    expect((await stranger.post(path, another)).status).toBe(404)
    expect(await administrators()).toHaveLength(1)
    expect(await ensureFirstRunCode(server.platform)).toBeUndefined()
    const log = await server.platform.db.selectFrom('audit_log').selectAll().execute()
    expect(log).toMatchObject([
      { actor: 'first-run link', action: 'administrator.created', subject: EMAIL },
    ])
  })

  it('keeps the address while the form is refused, and everything typed except the password', async () => {
    const path = await pathOf()
    const visitor = createVisitor(server.origin)
    await visitor.get(path)
    for (const [wrong, reason] of [
      [{ email: 'no address' }, 'Enter an e-mail address'],
      [{ password: 'short', password_repeat: 'short' }, 'at least 15 characters'],
      [{ password_repeat: 'something else' }, 'do not match'],
    ] as const) {
      const answer = await visitor.post(path, { ...account, ...wrong })
      expect(answer.status).toBe(422)
      expect(answer.body).toContain(reason)
      expect(answer.body).not.toContain(PASSWORD)
      expect(answer.body).toContain(`value="${'email' in wrong ? wrong.email : EMAIL}"`)
    }
    expect(await administrators()).toEqual([])
    expect((await visitor.post(path, account)).status).toBe(303)
  })

  it('the address of a later start replaces the older', async () => {
    const older = await pathOf()
    server.time.now += 600_001
    const newer = await pathOf()
    const visitor = createVisitor(server.origin)
    expect((await visitor.get(older)).status).toBe(404)
    expect((await visitor.get(newer)).status).toBe(200)
    for (const code of ['x', 'x'.repeat(43), '%00', '..%2f'])
      expect((await visitor.get(`/admin/first-run/${code}`)).status).toBe(404)
  })

  it('can no longer be created there once one was created in another way', async () => {
    const path = await pathOf()
    const visitor = createVisitor(server.origin)
    await visitor.get(path)
    await addAdministrator(server.platform, 'operator@example.com')
    expect((await visitor.post(path, account)).status).toBe(404)
    expect((await visitor.get(path)).status).toBe(404)
    expect(await administrators()).toHaveLength(1)
  })

  it('of several at once, one is created, though processes that start together have an address each', async () => {
    const paths = [await pathOf(), await pathOf()]
    // Open every form before sending the first: after that the page is gone.
    const visitors = [1, 2, 3, 4].map(() => createVisitor(server.origin))
    const path = (number: number) => paths[number % 2] ?? ''
    const opened = visitors.map((visitor, number) => visitor.get(path(number)))
    for (const { status } of await Promise.all(opened)) expect(status).toBe(200)
    const post = (visitor: Visitor, number: number) =>
      visitor.post(path(number), { ...account, email: `person${number}@example.com` })
    const answers = await Promise.all(visitors.map(post))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404, 404, 404])
    expect(await administrators()).toHaveLength(1)
  })
})
