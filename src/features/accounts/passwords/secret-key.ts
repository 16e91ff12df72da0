import { CommandError } from '../../../platform/command-error.ts'
import type { Queryable } from '../../../platform/database/schema.ts'
import { sign } from '../../../platform/http/signing.ts'
import type { SigningDeps } from '../../../platform/platform.ts'
import { openTotp } from '../account/totp.ts'
import { COMMAND_LINE, recordAudit } from '../audit-log/queries.ts'
import * as queries from '../queries.ts'

/** Distinguishes keys without revealing them. */
const fingerprintOf = (secretKey: string) => sign(secretKey, 'fingerprint', 'installation')

/** Processes with different keys on one database would refuse each other's forms and links (docs/decisions/039). */
export async function refuseOtherKey({ db, secretKey }: Omit<SigningDeps, 'clock'>): Promise<void> {
  await queries.claimInstallation(db, fingerprintOf(secretKey))
  await checkKey(db, secretKey)
}

/** Changes nothing. @param secretKey undefined if there is none @throws CommandError */
export async function checkKey(db: Queryable, secretKey: string | undefined): Promise<void> {
  const fingerprint = (await queries.findInstallation(db))?.secret_fingerprint
  if (fingerprint === undefined) return
  if (secretKey !== undefined && fingerprint === fingerprintOf(secretKey)) return
  throw new CommandError(
    'SECRET_KEY does not match this database. Set the SECRET_KEY it was created with (or restore DATA_DIR/secret-key). If you changed the key on purpose and no other process still uses the old one, run: docket secret:accept',
  )
}

/** Second factors stay on: recovery codes work with any key (docs/decisions/039). */
export async function acceptKey({ db, secretKey, clock }: SigningDeps): Promise<void> {
  const fingerprint = fingerprintOf(secretKey)
  const isNews = (await queries.claimInstallation(db, fingerprint)) !== fingerprint
  if (!isNews) return console.log('The database already uses this SECRET_KEY.')
  const lost = await db.transaction().execute(async (trx) => {
    await queries.updateFingerprint(trx, fingerprint)
    const emails = (await queries.listAdministrators(trx))
      .filter(({ id, totp_secret }) => totp_secret && !openTotp(secretKey, id, totp_secret))
      .map(({ email }) => email)
    const apps = `authenticator apps that no longer work: ${emails.join(', ')}`
    await recordAudit(trx, {
      ...COMMAND_LINE,
      at: clock(),
      action: 'secret_key.accepted',
      subject: 'SECRET_KEY',
      details: emails.length > 0 ? apps : '',
    })
    return emails
  })
  console.log(ACCEPTED)
  if (lost.length > 0) console.log(aboutLostApps(lost))
}

const ACCEPTED =
  'The database now uses this SECRET_KEY. Open forms must be reloaded, and pending subscription confirmations must be requested again. No one has to sign in again.'

const aboutLostApps = (emails: readonly string[]) => `
Two-factor sign-in stays on, but these administrators’ authenticator apps no longer work:
${emails.map((email) => `  ${email}`).join('\n')}
They can sign in with a recovery code, then turn two-factor sign-in off and on again under Account. For someone without
a recovery code: docket admin:reset-password --email A --two-factor-off`
