import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { newSignedIn, newVisitor } from '../../../test/support/accounts-server.ts'
import { startServer, type TestServer } from '../../../test/support/start-server.ts'
import { CommandError } from '../../platform/command-error.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { ensureFirstRunCode } from './administrators/administrators.ts'
import { createAdmin, disableAdmin, listAdmins, resetPasswordCommand } from './commands.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const log = vi.spyOn(console, 'log').mockReturnValue()
beforeEach(() => void log.mockClear())
const printed = () => log.mock.calls.map(([line]) => `${line}\n`).join('')

const generated = (printed: string) => /shown only once\): (\S+)\n/.exec(printed)?.[1] ?? ''
const EMAIL = 'operator@example.com'

it('admin:create makes a strong password and prints it once', async () => {
  const path = new URL((await ensureFirstRunCode(server.platform)) ?? '').pathname
  await createAdmin(server.platform, { email: ' Operator@Example.com' })
  const password = generated(printed())
  expect(password).toMatch(/^([a-z2-9]{5}-){4}[a-z2-9]{5}$/)
  await newSignedIn(server, { email: EMAIL, password })
  expect((await (await newVisitor(server)).get(path)).status).toBe(404)
})

it('admin:create takes the password from standard input and does not print it', async () => {
  const typed = Readable.from([' lanterns of gravel 7 \r\n'])
  await createAdmin(server.platform, { email: 'second@example.com', 'password-stdin': true }, typed)
  expect(printed()).toBe('Administrator second@example.com was created.\n')
  await newSignedIn(server, { email: 'second@example.com', password: ' lanterns of gravel 7 ' })
})

it.each([
  [{ email: EMAIL }, '', 'already an administrator'],
  [{ email: 'no address' }, '', 'Enter an e-mail address'],
  [{ email: 'x@example.com', 'password-stdin': true }, 'short\n', 'at least 15 characters'],
  [{ email: 'x@example.com', 'password-stdin': true }, '', 'at least 15 characters'],
])('admin:create refuses %j in one line', async (values, typed, reason) => {
  const error = await createAdmin(server.platform, values, Readable.from([typed])).catch(
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(HttpError)
  expect(error.message).toContain(reason)
  expect(error.message).not.toContain('\n')
})

it('admin:reset-password gives a new password and ends the sessions', async () => {
  const visitor = await newSignedIn(server, {
    email: 'second@example.com',
    password: ' lanterns of gravel 7 ',
  })
  await resetPasswordCommand(server.platform, { email: 'second@example.com' })
  expect((await visitor.get('/admin/account')).status).toBe(303)
  const password = generated(printed())
  const second = await newSignedIn(server, { email: 'second@example.com', password })
  expect((await second.get('/admin/account')).body).toContain('generated for you')
  await expect(
    resetPasswordCommand(server.platform, { email: 'nobody@example.com' }),
  ).rejects.toThrow(CommandError)
  const typed = Readable.from(['passwordpassword'])
  await expect(
    resetPasswordCommand(server.platform, { email: EMAIL, 'password-stdin': true }, typed),
  ).rejects.toThrow('easy to guess')
})

it('admin:reset-password turns two-factor sign-in off where asked, and only there', async () => {
  const { db } = server.platform
  const turnOn = () => db.updateTable('administrators').set({ totp_secret: 'GEZDGNBV' }).execute()
  const isOn = async () =>
    (
      await db
        .selectFrom('administrators')
        .select('totp_secret')
        .where('email', '=', EMAIL)
        .executeTakeFirst()
    )?.totp_secret != null
  await turnOn()
  await resetPasswordCommand(server.platform, { email: EMAIL })
  expect(await isOn()).toBe(true)
  await resetPasswordCommand(server.platform, { email: EMAIL, 'two-factor-off': true })
  expect(await isOn()).toBe(false)
  await db.updateTable('administrators').set({ totp_secret: null }).execute()
})

it('admin:disable ends the access, but not the last one’s; admin:list shows it', async () => {
  await disableAdmin(server.platform, { email: 'Second@example.com' })
  expect(printed()).toContain('second@example.com is disabled')
  await listAdmins(server.platform)
  expect(printed()).toContain('operator@example.com  active\nsecond@example.com    disabled\n')
  await expect(disableAdmin(server.platform, { email: EMAIL })).rejects.toThrow(
    'only administrator',
  )
  const audit = await server.platform.db.selectFrom('audit_log').selectAll().execute()
  expect(audit.filter(({ action }) => action === 'administrator.disabled')).toMatchObject([
    { actor: 'command line', subject: 'second@example.com', client_ip: null },
  ])
})
