import type { Administrator, Queryable } from '../../../platform/database/schema.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { hashText } from '../../../platform/http/signing.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findTotpStep, isTotpCode, normalizeCode, openTotp } from '../account/totp.ts'
import { recordAudit } from '../audit-log/queries.ts'
import { DUMMY_HASH, verifyPassword } from '../passwords/password-hash.ts'
import { claimSignIn, findAdministratorByEmail, useRecoveryCode } from '../queries.ts'
import { isEmail, normalizeEmail } from '../rules.ts'
import { type SessionClient, startSession } from '../sessions/guard.ts'
import { removeEndedSessions, removeSession } from '../sessions/session-queries.ts'
import { createGuessCounts } from './sign-in-throttles.ts'

interface SignInAttempt {
  email: string
  password: string
  /** From the authenticator app, or a recovery code; empty if none was typed. */
  code: string
  client: SessionClient
  knownDevice: string | undefined
  /** Hash of the session the browser already had; ended by the sign-in (PROMISES 1). */
  replacedSession: string | undefined
}

/** The same words for an unknown account, a wrong password, and a disabled account (PROMISES 5). */
const REFUSALS = {
  sign_in_failed: 'The e-mail address or password is wrong.',
  code_required: 'This account uses two-factor sign-in. Enter the password and the code.',
  code_wrong: 'That code is wrong or was already used. Enter the next code your app shows.',
}

class SignInError extends HttpError {
  constructor(code: keyof typeof REFUSALS) {
    super({ status: 401, code, title: 'Not signed in', message: REFUSALS[code] })
  }
}

/** @returns the new session's identifier. @throws SignInError, TooManyRequestsError */
export async function signIn(platform: Platform, attempt: SignInAttempt): Promise<string> {
  const { db, clock } = platform
  const email = normalizeEmail(attempt.email)
  const { client, knownDevice } = attempt
  const guesses = createGuessCounts(db, { email, clientIp: client.ip, knownDevice })
  await guesses.take(clock())

  const administrator = isEmail(email) ? await findAdministratorByEmail(db, email) : undefined
  // Takes just as long for an account that does not exist (PROMISES 5).
  const isRight = await verifyPassword(administrator?.password_hash ?? DUMMY_HASH, attempt.password)
  const refuse = createRefusal(platform, email, client)
  if (!administrator) throw await refuse('sign_in_failed', 'unknown account')
  if (!isRight) throw await refuse('sign_in_failed', 'wrong password')
  if (administrator.disabled_at !== null) throw await refuse('sign_in_failed', 'disabled account')

  const code = normalizeCode(attempt.code)
  const hasTwoFactor = administrator.totp_secret !== null
  if (hasTwoFactor && code === '') throw new SignInError('code_required')
  // Recovery codes are too long to guess, so they keep working while someone is guessing six-digit codes.
  if (hasTwoFactor && isTotpCode(code)) await guesses.takeCode(clock())
  const verified = { ...platform, ...attempt, administrator, code }
  const sessionId = await db.transaction().execute((trx) => startVerified(trx, verified))
  if (sessionId === undefined) {
    if (hasTwoFactor) throw await refuse('code_wrong', 'wrong code')
    throw await refuse('sign_in_failed', 'account just changed')
  }
  await guesses.forgive()
  return sessionId
}

/** @returns undefined when the code is wrong or used, or the account changed since the password was verified */
async function startVerified(
  trx: Queryable,
  verified: Platform & SignInAttempt & { administrator: Administrator },
): Promise<string | undefined> {
  const { administrator, client, replacedSession } = verified
  const now = verified.clock()
  const factor = await checkSecondFactor(trx, administrator, { ...verified, now })
  if (!factor || !(await claimSignIn(trx, administrator, factor.step))) return undefined
  if (replacedSession) await removeSession(trx, replacedSession)
  await removeEndedSessions(trx, { ...verified.config, now })
  const { id: administratorId, email: subject } = administrator
  const sessionId = await startSession(trx, { administratorId, client, now })
  const { details } = factor
  const action = 'administrator.signed_in'
  await recordAudit(trx, { at: now, administrator, action, subject, details, clientIp: client.ip })
  return sessionId
}

/** @returns undefined when the code is wrong; the caller must still claim `step`, so that each code works once */
async function checkSecondFactor(
  trx: Queryable,
  { id, totp_secret }: Administrator,
  { code, now, secretKey }: { code: string; now: number; secretKey: string },
): Promise<{ step: number | null; details: string } | undefined> {
  if (totp_secret === null) return { step: null, details: '' }
  if (isTotpCode(code)) {
    const secret = openTotp(secretKey, id, totp_secret)
    const step = secret === undefined ? undefined : findTotpStep(secret, code, now)
    return step === undefined ? undefined : { step, details: 'with a two-factor code' }
  }
  const isUsed = await useRecoveryCode(trx, id, { hash: hashText(code), now })
  return isUsed ? { step: null, details: 'with a recovery code' } : undefined
}

const createRefusal =
  ({ db, clock }: Platform, email: string, client: SessionClient) =>
  async (code: keyof typeof REFUSALS, details: string): Promise<SignInError> => {
    await recordAudit(db, {
      at: clock(),
      administrator: null,
      actor: 'not signed in',
      action: 'administrator.sign_in_failed',
      // Anything that is not an address may be a password typed in the wrong field, so it is not stored (PROMISES 13).
      subject: isEmail(email) ? email : 'no address',
      details,
      clientIp: client.ip,
    })
    return new SignInError(code)
  }
