import { BadRequestError, ConflictError, invalidFields } from '../../../platform/http/errors.ts'
import { hashText } from '../../../platform/http/signing.ts'
import type { Deps, SigningDeps } from '../../../platform/platform.ts'
import { confirmPassword } from '../passwords/change-password.ts'
import { insertRecoveryCodes, turnOffTotp, turnOnTotp } from '../queries.ts'
import { recordOwn, type SignedIn } from '../sessions/answer.ts'
import * as totp from './totp.ts'

/** @param secret as the page offered it; opening the page stores nothing @returns the recovery codes, to be shown once */
export async function turnOnTwoFactor(
  platform: SigningDeps,
  owner: SignedIn,
  { secret, currentPassword, code }: Record<'secret' | 'currentPassword' | 'code', string>,
): Promise<string[]> {
  const { db, clock, secretKey } = platform
  if (!totp.isTotpSecret(secret)) {
    throw new BadRequestError('This form is out of date. Open Account again and start over.')
  }
  const { id } = await confirmPassword(platform, owner.administrator.id, currentPassword)
  const step = totp.findTotpStep(secret, totp.normalizeCode(code), clock())
  if (step === undefined) {
    throw invalidFields({
      code: ['That is not the code the app shows now. Check that your phone’s clock is right.'],
    })
  }
  return db.transaction().execute(async (trx) => {
    if (!(await turnOnTotp(trx, id, { sealed: totp.sealTotp(secretKey, id, secret), step }))) {
      throw new ConflictError('Two-factor sign-in is already on.')
    }
    await recordOwn(trx, owner, { action: 'administrator.two_factor_turned_on', at: clock() })
    const codes = totp.generateRecoveryCodes()
    const hashes = codes.map((code) => hashText(totp.normalizeCode(code)))
    await insertRecoveryCodes(trx, id, hashes)
    return codes
  })
}

export async function turnOffTwoFactor(platform: Deps, owner: SignedIn, currentPassword: string) {
  const { db, clock } = platform
  const { id } = await confirmPassword(platform, owner.administrator.id, currentPassword)
  await db.transaction().execute(async (trx) => {
    await turnOffTotp(trx, id)
    await recordOwn(trx, owner, { action: 'administrator.two_factor_turned_off', at: clock() })
  })
}
