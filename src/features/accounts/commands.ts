import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CommandError } from '../../platform/command-error.ts'
import type { Administrator, Database } from '../../platform/database/schema.ts'
import type { Deps } from '../../platform/platform.ts'
import { createAdministrator, disableAdministrator } from './administrators/administrators.ts'
import { COMMAND_LINE } from './audit-log/queries.ts'
import { resetPassword } from './passwords/change-password.ts'
import { generatePassword } from './passwords/passwords.ts'
import { findAdministratorByEmail, listAdministrators } from './queries.ts'
import { normalizeEmail } from './rules.ts'

type AccountValues = Record<string, unknown>

export async function createAdmin(platform: Deps, values: AccountValues, stdin?: Readable) {
  const chosen = await readPassword(values, stdin)
  const wanted = { email: String(values.email), ...chosen }
  const { email } = await createAdministrator(platform, wanted, COMMAND_LINE)
  console.log(`Administrator ${email} was created.`)
  showOnce(chosen)
}

export async function resetAdmin(platform: Deps, values: AccountValues, stdin?: Readable) {
  const administrator = await find(platform.db, values)
  const chosen = await readPassword(values, stdin)
  const turnOffTwoFactor = values['two-factor-off'] === true
  await resetPassword(platform, administrator, { ...chosen, turnOffTwoFactor })
  const { email, disabled_at } = administrator
  console.log(`The password for ${email} was changed, and they were signed out everywhere.`)
  showOnce(chosen)
  if (disabled_at !== null) console.log('The account is still disabled.')
}

export async function listAdmins({ db }: Deps): Promise<void> {
  const rows = await listAdministrators(db)
  const width = Math.max(0, ...rows.map(({ email }) => email.length))
  for (const { email, disabled_at, totp_secret } of rows) {
    const state = disabled_at === null ? 'active' : 'disabled'
    console.log(`${email.padEnd(width)}  ${state}${totp_secret ? '  two-factor' : ''}`)
  }
  if (rows.length === 0) console.log('There are no administrators.')
}

export async function disableAdmin(platform: Deps, values: AccountValues): Promise<void> {
  const { id, email } = await find(platform.db, values)
  await disableAdministrator(platform, id, COMMAND_LINE)
  console.log(`${email} is disabled and signed out everywhere.`)
}

async function find(db: Database, values: AccountValues): Promise<Administrator> {
  const email = normalizeEmail(String(values.email))
  const account = await findAdministratorByEmail(db, email)
  if (!account) throw new CommandError(`there is no administrator ${JSON.stringify(email)}`)
  return account
}

async function readPassword(values: AccountValues, stdin: Readable = process.stdin) {
  if (values['password-stdin'] !== true) return { password: generatePassword(), isGenerated: true }
  // `echo` appends a newline that is not part of the password.
  return { password: (await text(stdin)).replace(/\r?\n$/, ''), isGenerated: false }
}

function showOnce({ password, isGenerated }: Awaited<ReturnType<typeof readPassword>>): void {
  if (isGenerated) console.log(`Password (shown only once): ${password}`)
}
