import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { get, post, withFiles } from '../../src/platform/http/route.ts'
import { startWithClerk } from './accounts-server.ts'
import { csrfIn, type Visitor } from './visitor.ts'

/** There before the first test of a file, gone after the last; each test begins with nothing received. */
export function guardedServer() {
  const server = {} as Awaited<ReturnType<typeof startGuarded>>
  beforeAll(async () => {
    Object.assign(server, await startGuarded())
  })
  beforeEach(() => {
    server.received.length = 0
  })
  afterAll(() => server.close?.())
  return server
}

/** A server with an administrator, and a page and a form only for administrators. */
async function startGuarded() {
  const received: { text: string; files: number }[] = []
  let held: Promise<void> | undefined
  let isClientGone = () => false
  const server = await startWithClerk('sqlite', { UPLOAD_MAX_MB: '1' }, ({ administrator }) => [
    get('/admin/guarded', administrator, () => ({ ok: true })),
    withFiles(
      post('/admin/guarded', administrator, async (request) => {
        isClientGone = () => request.raw.socket.destroyed
        await held
        received.push({ text: request.form.text('title'), files: request.form.files.length })
        if (request.form.text('title') === 'fail') throw new Error('on purpose')
        return { by: request.session?.email }
      }),
    ),
  ])
  return {
    ...server,
    /** What reached the handler behind the guard. */
    received,
    /** Holds the handler while the client disconnects. @returns a function that releases it */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = undefined
        resolve()
      }
    },
    isClientGone: () => isClientGone(),
    /** Uploaded files that are still kept. */
    async leftovers() {
      const folder = `${server.platform.config.dataDir}/documents/incoming`
      const names = await readdir(folder, { recursive: true }).catch(() => [])
      return names.filter((name) => name.endsWith('.part'))
    },
  }
}

/** The CSRF token of the visitor's session. */
export const csrfOf = async (visitor: Visitor) => csrfIn((await visitor.get('/admin/account')).body)

/** A multipart form with a small file. */
export function upload(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('documents', new Blob(['%PDF-1.7 something']), 'motion.pdf')
  return form
}
