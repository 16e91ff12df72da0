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
export const createSessionCookie = (platform: CookiePlatform) =>
  onlyTokens(createCookie(platform, 'session'))

/** Ties the forms that come before signing in to this browser. */
export const createVisitCookie = (platform: CookiePlatform) =>
  onlyTokens(createCookie(platform, 'visit'))

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
export const createDoneCookie = (platform: CookiePlatform) =>
  createCookie(platform, 'done', DONE_SECONDS)

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

const MESSAGES = {
  'entry-created': 'The entry was created.',
  'entry-changed': 'The changes to the entry were saved.',
  'entry-deleted': 'The entry was deleted. It can be restored here.',
  'entry-restored': 'The entry was restored.',
  'documents-added': 'The documents were added.',
  'document-changed': 'The changes to the document were saved.',
  'document-deleted': 'The document was deleted. It can be restored below.',
  'document-restored': 'The document was restored.',
  'notification-started': 'Sending. You can leave this page.',
  'notification-stopped': 'The notification was stopped.',
}

/** What the Show page says was just done. In a cookie, because Location is that of Show and nothing more (CONTRACT section 5). */
export function createDoneNote(platform: CookiePlatform) {
  const cookie = createDoneCookie(platform)
  return {
    leave: (reply: FastifyReply, done: keyof typeof MESSAGES) => cookie.set(reply, done),

    /** Once: the next page says nothing. */
    take(request: FastifyRequest, reply: FastifyReply): string | undefined {
      const done = cookie.read(request)
      if (done === undefined) return undefined
      cookie.clear(reply)
      return Object.hasOwn(MESSAGES, done) ? MESSAGES[done as keyof typeof MESSAGES] : undefined
    },
  }
}
