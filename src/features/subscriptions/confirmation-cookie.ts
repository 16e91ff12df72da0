import type { FastifyReply, FastifyRequest } from 'fastify'
import { ForbiddenError } from '../../platform/http/errors.ts'
import { isSame, randomToken, sign } from '../../platform/http/signing.ts'
import type { Platform } from '../../platform/platform.ts'
import { createVisitCookie } from '../accounts/sessions/cookies.ts'

/**
 * CSRF protection of the pages that a link in a message opens (PROMISES 8). Their visitors have no session, so the page
 * sets a cookie and its form carries that cookie's signature: another site can neither read the one nor make the other.
 */
export function createConfirmationCookie(platform: Pick<Platform, 'config' | 'secretKey'>) {
  const cookie = createVisitCookie(platform)
  const tokenFor = (visit: string) => sign(platform.secretKey, 'confirmation-page', visit)

  return {
    /** Keeps a cookie that is there, so that several open pages all stay valid. @returns the form's `_csrf` */
    open(request: FastifyRequest, reply: FastifyReply): string {
      const known = cookie.read(request)
      const visit = known ?? randomToken()
      if (known === undefined) cookie.set(reply, visit)
      return tokenFor(visit)
    },

    /** @param field the form's `_csrf`; scripts send the header `x-csrf-token` */
    require(request: FastifyRequest, field: unknown): void {
      const visit = cookie.read(request)
      const given = field ?? request.headers['x-csrf-token']
      if (visit !== undefined && typeof given === 'string' && isSame(tokenFor(visit), given)) return
      throw new ForbiddenError(
        'This was not sent from the page that the link opens, or that page has expired. Please open the link again.',
        'csrf',
      )
    },
  }
}
