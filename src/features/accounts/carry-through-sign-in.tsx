import { sha256 } from '../../platform/http/signing.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FindFrame } from '../site/site-frame.ts'
import { readOwnForm, sealForm } from './carried-form.ts'
import { createSessionCookie } from './cookies.ts'
import { sendPage } from './form-attempt.ts'
import { type CarryThroughSignIn, sessionToken } from './guard.ts'
import { LoginPage } from './sign-in-pages.tsx'

/** The sign-in page as the answer to a form whose session had ended; it carries what was typed. */
export function createCarryThroughSignIn(
  platform: Pick<Platform, 'clock' | 'config' | 'secretKey'>,
  findFrame: FindFrame,
): CarryThroughSignIn {
  const { clock, secretKey } = platform
  const sessionCookie = createSessionCookie(platform)
  return async (request, reply) => {
    const ended = sessionCookie.read(request)
    if (ended === undefined) return undefined
    const form = await readOwnForm(request, sessionToken(secretKey, sha256(ended)), clock())
    const carried = form && sealForm(secretKey, form)
    if (carried === undefined) return undefined
    const page = (
      <LoginPage
        layout={await findFrame()}
        csrfToken={request.csrfToken}
        next="/admin"
        email=""
        needsCode={false}
        carried={carried}
      />
    )
    return sendPage(reply, page, 401)
  }
}
