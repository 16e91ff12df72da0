import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSame, randomToken, sign } from '../../../platform/http/signing.ts'
import type { Platform } from '../../../platform/platform.ts'

type CookiePlatform = Pick<Platform, 'config' | 'secretKey'>

/** One cookie: read, set, cleared. */
export interface CookieJar {
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, value: string): void
  clear(reply: FastifyReply): void
}

/** What randomToken makes; anything else need not be looked up. */
const TOKEN = /^[\w-]{43}$/
const DEVICE_SECONDS = 180 * 86_400
const DONE_SECONDS = 60

/**
 * PROMISES 1: under https the name begins with __Host-, so that only this host, over https, can have set it; browsers
 * refuse such a name over http.
 */
function createCookie({ config }: CookiePlatform, baseName: string, maxAge?: number): CookieJar {
  const secure = config.publicUrl.startsWith('https:')
  const name = secure ? `__Host-${baseName}` : baseName
  const options = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const
  return {
    read: (request) => request.cookies[name],
    set: (reply, value) =>
      void reply.setCookie(name, value, maxAge === undefined ? options : { ...options, maxAge }),
    clear: (reply) => void reply.clearCookie(name, options),
  }
}

/** The session's identifier; it ends with the browser at the latest. */
export function createSessionCookie(platform: CookiePlatform): CookieJar {
  return onlyTokens(createCookie(platform, 'session'))
}

/** Ties the forms that come before signing in to this browser. */
export function createVisitCookie(platform: CookiePlatform): CookieJar {
  return onlyTokens(createCookie(platform, 'visit'))
}

function onlyTokens(cookie: CookieJar): CookieJar {
  return {
    ...cookie,
    read(request) {
      const value = cookie.read(request)
      return value !== undefined && TOKEN.test(value) ? value : undefined
    },
  }
}

/** What was just done, for the next page to say. */
export function createDoneCookie(platform: CookiePlatform): CookieJar {
  return createCookie(platform, 'done', DONE_SECONDS)
}

/** Remembers a browser in which an account signed in, see sign-in-throttles.ts. It lets nobody in. */
export function createDeviceCookie(platform: CookiePlatform) {
  const cookie = createCookie(platform, 'device', DEVICE_SECONDS)
  const seal = (device: string, email: string) =>
    sign(platform.secretKey, 'device', `${email}\0${device}`)
  return {
    /** @param email normalized */
    find(request: FastifyRequest, email: string): string | undefined {
      const [device, given] = (cookie.read(request) ?? '').split('.')
      return device && given && isSame(seal(device, email), given) ? device : undefined
    },
    remember(reply: FastifyReply, email: string): void {
      const device = randomToken()
      cookie.set(reply, `${device}.${seal(device, email)}`)
    },
  }
}
