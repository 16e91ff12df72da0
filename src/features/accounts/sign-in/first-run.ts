import type { Administrator } from '../../../platform/database/schema.ts'
import { NotFoundError } from '../../../platform/http/errors.ts'
import { randomToken, sha256 } from '../../../platform/http/signing.ts'
import type { Platform } from '../../../platform/platform.ts'
import {
  type NewAdministrator,
  prepareAdministrator,
  storeAdministrator,
} from '../administrators/administrators.ts'
import {
  hasAdministrators,
  insertFirstRunCode,
  isFirstRunCode,
  removeFirstRunCodes,
  takeFirstRunCode,
} from '../queries.ts'
import { type Client, startSession } from '../sessions/sessions.ts'

/**
 * Where there is no administrator yet: a new one-time address that creates the first; older ones are dead.
 * @returns undefined where there is an administrator
 */
export async function ensureFirstRunCode(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
): Promise<string | undefined> {
  const { db, clock, config } = platform
  const code = randomToken()
  return db.transaction().execute(async (trx) => {
    await removeFirstRunCodes(trx)
    if (await hasAdministrators(trx)) return undefined
    await insertFirstRunCode(trx, sha256(code), clock())
    return `${config.publicUrl}/admin/first-run/${code}`
  })
}

const NO_LONGER =
  'This address has been used or replaced by a newer one. The program prints a new one each time it starts, until there is an administrator.'

/** @throws NotFoundError for a code that is wrong, used or replaced */
export async function checkFirstRunCode({ db }: Pick<Platform, 'db'>, code: string): Promise<void> {
  if (!(await isFirstRunCode(db, sha256(code)))) throw new NotFoundError(NO_LONGER)
}

/**
 * Creates the first administrator and signs in. Of two requests at once one succeeds.
 * @throws NotFoundError as above; InvalidError with the reasons by field, the code stays alive
 */
export async function createFirstAdministrator(
  platform: Pick<Platform, 'db' | 'clock'>,
  { code, ...input }: NewAdministrator & { code: string },
  client: Client,
): Promise<{ administrator: Administrator; sessionId: string }> {
  const { db, clock } = platform
  await checkFirstRunCode(platform, code)
  const prepared = await prepareAdministrator(db, input)
  return db.transaction().execute(async (trx) => {
    const now = clock()
    const isTaken = await takeFirstRunCode(trx, sha256(code))
    if (!isTaken || (await hasAdministrators(trx))) throw new NotFoundError(NO_LONGER)
    const details = 'by the first-run address'
    const by = { administrator: null, clientIp: client.ip, details, at: now }
    const administrator = await storeAdministrator(trx, prepared, by)
    const { id: administratorId } = administrator
    return { administrator, sessionId: await startSession(trx, { administratorId, client, now }) }
  })
}
