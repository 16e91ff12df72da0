import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { beforeEach } from 'vitest'
import { EMAIL, newVisitor, PASSWORD, startWithClerk } from './accounts-server.ts'
import { oneServer } from './each-server.ts'
import type { TestServer } from './start-server.ts'
import type { Visitor } from './visitor.ts'

/** Each test begins with no one throttled, two-factor sign-in off, and no code used in this period. */
export function onTwoFactorServer(
  name: string,
  tests: (twoFactor: ReturnType<typeof twoFactorOf>) => void,
): void {
  oneServer(name, startWithClerk, (server) => {
    beforeEach(async () => {
      const { db } = server.platform
      await db.deleteFrom('throttles').execute()
      await db.deleteFrom('recovery_codes').execute()
      await sql`update administrators set totp_secret = null, totp_last_step = null`.execute(db)
      server.time.now += 120_000
    })

    tests(twoFactorOf(server))
  })
}

function twoFactorOf(server: TestServer) {
  /** What the app shows. @param offset milliseconds from now */
  const codeFor = (secret: string, offset = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: server.time.now + offset,
    })

  async function turnOn(visitor: Visitor) {
    const { body } = await visitor.get('/admin/account/two-factor')
    const secret = hiddenField(body, 'secret')
    const answer = await visitor.post('/admin/account/two-factor', {
      secret,
      current_password: PASSWORD,
      code: codeFor(secret),
    })
    return { answer, page: body, codes: recoveryCodesIn(answer.body), secret }
  }

  /** Signs in with the password and the code, as a new visitor. */
  const signIn = async (code: string) =>
    (await newVisitor(server)).post('/admin/login', { email: EMAIL, password: PASSWORD, code })
  return { server, codeFor, turnOn, signIn }
}

export const hiddenField = (body: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? ''

const recoveryCodesIn = (body: string) =>
  [...body.matchAll(/<li><code>([a-z2-9-]{29})<\/code>/g)].map(([, code]) => code ?? '')
