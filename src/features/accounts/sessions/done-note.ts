import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { createDoneCookie } from './cookies.ts'

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
export function createDoneNote(platform: Pick<Platform, 'config' | 'secretKey'>) {
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
