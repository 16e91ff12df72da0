import { Readable } from 'node:stream'
import { beforeEach, expect, it, vi } from 'vitest'
import { newSignedIn } from '../../../test/support/accounts-server.ts'
import { sharedServer } from '../../../test/support/each-server.ts'
import { startServer } from '../../../test/support/start-server.ts'
import { CommandError } from '../../platform/command-error.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { createAdmin, disableAdmin, listAdmins, resetAdmin } from './commands.ts'
import { findAdministratorByEmail } from './queries.ts'

const server = sharedServer(startServer)

const log = vi.spyOn(console, 'log').mockReturnValue()
beforeEach(() => void log.mockClear())
const printed = () => log.mock.calls.map(([line]) => `${line}\n`).join('')

const generated = (printed: string) => /shown only once\): (\S+)\n/.exec(printed)?.[1] ?? ''
const EMAIL = 'operator@example.com'
const SECOND = { email: 'second@example.com', password: ' lanterns of gravel 7 ' }

it('admin:create makes a strong password and prints it once', async () => {
  await createAdmin(server.platform, { email: ' Operator@Example.com' })
  const password = generated(printed())
  expect(password).toMatch(/^([a-z2-9]{5}-){4}[a-z2-9]{5}$/)
  await newSignedIn(server, { email: EMAIL, password })
})

it('admin:create takes the password from standard input and does not print it', async () => {
  const typed = Readable.from([`${SECOND.password}\r\n`])
  await createAdmin(server.platform, { email: SECOND.email, 'password-stdin': true }, typed)
  expect(printed()).toBe('Administrator second@example.com was created.\n')
  await newSignedIn(server, SECOND)
})

it.each([
  [{ email: EMAIL }, '', 'already an administrator'],
  [{ email: 'no address' }, '', 'Enter an e-mail address'],
  [{ email: 'x@example.com', 'password-stdin': true }, 'short\n', 'at least 15 characters'],
  [{ email: 'x@example.com', 'password-stdin': true }, '', 'at least 15 characters'],
])('admin:create refuses %j in one line', async (values, typed, reason) => {
  const creating = createAdmin(server.platform, values, Readable.from([typed]))
  const error = await creating.catch((thrown) => thrown)
  expect(error).toBeInstanceOf(HttpError)
  expect(error.message).toContain(reason)
  expect(error.message).not.toContain('\n')
})

it('admin:reset-password gives a new password and ends the sessions', async () => {
  const visitor = await newSignedIn(server, SECOND)
  const reset = (values: object, stdin?: Readable) =>
    resetAdmin(server.platform, { ...values }, stdin)
  await reset({ email: SECOND.email })
  expect((await visitor.get('/admin/account')).status).toBe(303)
  const second = await newSignedIn(server, { ...SECOND, password: generated(printed()) })
  expect((await second.get('/admin/account')).body).toContain('generated for you')
  await expect(reset({ email: 'nobody@example.com' })).rejects.toThrow(CommandError)
  const typed = reset({ email: EMAIL, 'password-stdin': true }, Readable.from(['passwordpassword']))
  await expect(typed).rejects.toThrow('easy to guess')
})

it('admin:reset-password turns two-factor sign-in off only if asked', async () => {
  const { db } = server.platform
  const turnOn = () => db.updateTable('administrators').set({ totp_secret: 'GEZDGNBV' }).execute()
  const secret = async () => (await findAdministratorByEmail(db, EMAIL))?.totp_secret
  await turnOn()
  await resetAdmin(server.platform, { email: EMAIL })
  expect(await secret()).toBe('GEZDGNBV')
  await resetAdmin(server.platform, { email: EMAIL, 'two-factor-off': true })
  expect(await secret()).toBeNull()
  await db.updateTable('administrators').set({ totp_secret: null }).execute()
})

it('admin:disable ends access, except the last administrator’s; admin:list shows it', async () => {
  await disableAdmin(server.platform, { email: 'Second@example.com' })
  expect(printed()).toContain('second@example.com is disabled')
  await listAdmins(server.platform)
  expect(printed()).toContain('operator@example.com  active\nsecond@example.com    disabled\n')
  const last = disableAdmin(server.platform, { email: EMAIL })
  await expect(last).rejects.toThrow('only administrator')
  const audit = await server.platform.db.selectFrom('audit_log').selectAll().execute()
  expect(audit.filter(({ action }) => action === 'administrator.disabled')).toMatchObject([
    { actor: 'command line', subject: 'second@example.com', client_ip: null },
  ])
})
