import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSame, randomToken, sign } from '../../../platform/http/signing.ts'
import type { Platform } from '../../../platform/platform.ts'

/** PROMISES 1: only this host, over https, can set a cookie whose name begins with __Host-. */
function createCookie({ config }: Platform, baseName: string, maxAge?: number) {
  const secure = config.publicUrl.startsWith('https:')
  const name = secure ? `__Host-${baseName}` : baseName
  const options = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const
  return {
    read: (request: FastifyRequest) => request.cookies[name],
    set: (reply: FastifyReply, value: string) =>
      void reply.setCookie(name, value, { ...options, ...(maxAge && { maxAge }) }),
    clear: (reply: FastifyReply) => void reply.clearCookie(name, options),
  }
}

/** Holds the session's identifier; a session cookie, gone when the browser closes. */
export const createSessionCookie = (platform: Platform) => createCookie(platform, 'session')

/** Ties forms used before signing in to this browser. */
export const createVisitCookie = (platform: Platform) => createCookie(platform, 'visit')

const DEVICE_SECONDS = 180 * 86_400

/** Marks a browser in which an account has signed in (see sign-in-throttles.ts). It does not grant access. */
export function createDeviceCookie(platform: Platform) {
  const cookie = createCookie(platform, 'device', DEVICE_SECONDS)
  const seal = (device: string, email: string) =>
    sign(platform.secretKey, 'device', `${email}\0${device}`)
  return {
    find(request: FastifyRequest, email: string): string | undefined {
      const [device, token] = (cookie.read(request) ?? '').split('.')
      return device && token && isSame(seal(device, email), token) ? device : undefined
    },
    remember(reply: FastifyReply, email: string): void {
      const device = randomToken()
      cookie.set(reply, `${device}.${seal(device, email)}`)
    },
  }
}

/** What was just done, for the next page: in a cookie, because Location must be the plain Show page (CONTRACT section 5). */
export const createDoneCookie = (platform: Platform) => createCookie(platform, 'done', 60)
