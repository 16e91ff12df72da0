import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CommandError } from '../../platform/command-error.ts'
import type { Administrator, Database } from '../../platform/database/schema.ts'
import { HttpError } from '../../platform/http/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { createAdministrator, disableAdministrator } from './administrators/administrators.ts'
import { COMMAND_LINE } from './audit-log/queries.ts'
import * as password from './passwords/change-password.ts'
import { generatePassword } from './passwords/passwords.ts'
import { findAdministratorByEmail, listAdministrators } from './queries.ts'
import { isEmail, normalizeEmail } from './rules.ts'

type CommandPlatform = Pick<Platform, 'db' | 'clock'>
type Values = Record<string, unknown>
interface Terminal {
  stdout: Writable
  stdin: Readable
}

export async function createAdmin(
  platform: CommandPlatform,
  values: Values,
  terminal: Terminal = process,
): Promise<void> {
  const chosen = await readPassword(values, terminal)
  const wanted = { email: String(values.email), ...chosen }
  const { email } = await inOneLine(() => createAdministrator(platform, wanted, COMMAND_LINE))
  print(terminal, [`Administrator ${email} was created.`, ...shownOnce(chosen)])
}

export async function resetPassword(
  platform: CommandPlatform,
  values: Values,
  terminal: Terminal = process,
): Promise<void> {
  const administrator = await find(platform.db, values)
  const chosen = await readPassword(values, terminal)
  const reset = { ...chosen, turnOffTwoFactor: values['two-factor-off'] === true }
  await inOneLine(() => password.resetPassword(platform, administrator, reset))
  const { email, disabled_at } = administrator
  print(terminal, [
    `The password for ${email} was changed, and they were signed out everywhere.`,
    ...shownOnce(chosen),
    ...(disabled_at === null ? [] : ['The account is still disabled.']),
  ])
}

export async function listAdmins({ db }: CommandPlatform, terminal: Terminal = process) {
  const rows = await listAdministrators(db)
  const width = Math.max(0, ...rows.map(({ email }) => email.length))
  const lines = rows.map(({ email, disabled_at, has_two_factor }) => {
    const state = disabled_at === null ? 'active' : 'disabled'
    return `${email.padEnd(width)}  ${state}${has_two_factor ? '  two-factor' : ''}`
  })
  print(terminal, lines.length > 0 ? lines : ['There are no administrators.'])
}

export async function disableAdmin(
  platform: CommandPlatform,
  values: Values,
  terminal: Terminal = process,
): Promise<void> {
  const { id, email } = await find(platform.db, values)
  await inOneLine(() => disableAdministrator(platform, id, COMMAND_LINE))
  print(terminal, [`${email} is disabled and signed out everywhere.`])
}

async function find(db: Database, values: Values): Promise<Administrator> {
  const email = normalizeEmail(String(values.email))
  const found = isEmail(email) ? await findAdministratorByEmail(db, email) : undefined
  if (!found) throw new CommandError(`there is no administrator ${JSON.stringify(email)}`)
  return found
}

interface ChosenPassword {
  password: string
  /** Nobody knows it yet: it is printed once. */
  isGenerated: boolean
}

async function readPassword(values: Values, { stdin }: Terminal): Promise<ChosenPassword> {
  if (values['password-stdin'] !== true) return { password: generatePassword(), isGenerated: true }
  // What `echo` puts after the password is not part of it.
  return { password: (await text(stdin)).replace(/\r?\n$/, ''), isGenerated: false }
}

function shownOnce({ password, isGenerated }: ChosenPassword): string[] {
  return isGenerated ? [`Password (shown only once): ${password}`] : []
}

async function inOneLine<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof HttpError) throw new CommandError(error.message)
    throw error
  }
}

function print({ stdout }: Terminal, lines: string[]): void {
  stdout.write(`${lines.join('\n')}\n`)
}
