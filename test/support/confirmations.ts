import { readdir, readFile } from 'node:fs/promises'
import PostalMime, { type Email } from 'postal-mime'
import type { TestServer } from './start-server.ts'
import { callApi } from './subscriptions-server.ts'

/** New subscribers must confirm by a link in a message. */
export const WITH_CONFIRMATION = { SUBSCRIBE_CONFIRMATION: 'on', NOTIFICATIONS_MODE: 'live' }

export const subscribe = (server: TestServer, email: string, more = {}) =>
  callApi(server, '/api/subscribe', { email, ...more })

/** The messages in the outbox folder, as a mail program reads them, oldest first. */
export async function readOutbox({ platform }: TestServer): Promise<Email[]> {
  const folder = platform.config.mail.outboxDir
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(
    files.map(async (name) => PostalMime.parse(await readFile(`${folder}/${name}`))),
  )
}

/** The path of the link in the newest message. */
export async function confirmationPath(server: TestServer): Promise<string> {
  const text = (await readOutbox(server)).at(-1)?.text ?? ''
  const link = /https?:\/\/\S+\/subscribe\/confirm\/\S+/.exec(text)?.[0] ?? ''
  if (!link.startsWith(`${server.platform.config.publicUrl}/`)) throw new Error(`a link: ${link}`)
  return new URL(link).pathname
}
