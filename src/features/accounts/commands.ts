import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CommandError } from '../../platform/command-error.ts'
import type { Administrator, Database } from '../../platform/database/schema.ts'
import { HttpError } from '../../platform/http/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { createAdministrator, disableAdministrator } from './administrators/administrators.ts'
import * as password from './passwords/change-password.ts'
import { generatePassword } from './passwords/passwords.ts'
import { findAdministratorByEmail, listAdministrators } from './queries.ts'
import { isEmail, normalizeEmail } from './rules.ts'

/* The commands of CONTRACT section 1 over the same actions as the pages. Each throws CommandError. */

type CommandPlatform = Pick<Platform, 'db' | 'clock'>
/** Options as parseArgs reads them. */
type Values = Record<string, unknown>
interface Terminal {
  stdout: Writable
  stdin: Readable
}

const OPERATOR = { administrator: null, clientIp: null }

/** `admin:create --email A [--password-stdin]` */
export async function createAdmin(
  platform: CommandPlatform,
  values: Values,
  terminal: Terminal = process,
): Promise<void> {
  const chosen = await readPassword(values, terminal)
  const { email } = await inOneLine(() =>
    createAdministrator(platform, { email: String(values.email), ...chosen }, OPERATOR),
  )
  print(terminal, [`Administrator ${email} was created.`, ...shownOnce(chosen)])
}

/** `admin:reset-password --email A [--password-stdin] [--two-factor-off]` */
export async function resetPassword(
  platform: CommandPlatform,
  values: Values,
  terminal: Terminal = process,
): Promise<void> {
  const administrator = await find(platform.db, values)
  const chosen = await readPassword(values, terminal)
  const turnOffTwoFactor = values['two-factor-off'] === true
  await inOneLine(() =>
    password.resetPassword(platform, administrator, { ...chosen, turnOffTwoFactor }),
  )
  const { email, disabled_at } = administrator
  print(terminal, [
    `The password for ${email} was changed, and they were signed out everywhere.`,
    ...shownOnce(chosen),
    ...(disabled_at === null ? [] : ['The account is still disabled.']),
  ])
}

/** `admin:list` */
export async function listAdmins(
  { db }: CommandPlatform,
  terminal: Terminal = process,
): Promise<void> {
  const rows = await listAdministrators(db)
  const width = Math.max(0, ...rows.map(({ email }) => email.length))
  const lines = rows.map(({ email, disabled_at, has_two_factor }) =>
    [
      email.padEnd(width),
      disabled_at === null ? 'active' : 'disabled',
      has_two_factor ? 'two-factor' : '',
    ]
      .join('  ')
      .trimEnd(),
  )
  print(terminal, lines.length > 0 ? lines : ['There are no administrators.'])
}

/** `admin:disable --email A` */
export async function disableAdmin(
  platform: CommandPlatform,
  values: Values,
  terminal: Terminal = process,
): Promise<void> {
  const { id, email } = await find(platform.db, values)
  await inOneLine(() => disableAdministrator(platform, id, OPERATOR))
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
