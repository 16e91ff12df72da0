import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type AccountsServer,
  addAdministrator,
  EMAIL,
  newSignedIn,
  PASSWORD,
  startAccounts,
} from '../../../test/support/accounts-server.ts'
import { createVisitor, type Visitor } from '../../../test/support/visitor.ts'
import { post } from '../../platform/http/route.ts'
import { openForm, sealForm } from './carried-form.ts'

const OTHER = 'deputy@example.com'
const HOUR = 3_600_000
const CREDENTIALS = { email: EMAIL, password: PASSWORD }

let server: AccountsServer
const received: Record<string, string>[] = []

beforeAll(async () => {
  server = await startAccounts('sqlite', { UPLOAD_MAX_MB: '1' }, ({ writer, administrator }) => [
    post(
      '/admin/entries',
      writer,
      ({ form }) => {
        received.push({ title: form.text('title'), text: form.text('description') })
        return { ok: true }
      },
      { upload: true },
    ),
    post('/admin/secret', administrator, () => ({ ok: true })),
  ])
  await addAdministrator(server.platform)
  await addAdministrator(server.platform, OTHER)
})
beforeEach(() => {
  received.length = 0
  return server.platform.db.deleteFrom('throttles').execute()
})
afterAll(() => server.close())

const field = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

/** Someone whose session has ended in the middle of typing, with the token that the form still has. */
async function newEnded(): Promise<{ visitor: Visitor; _csrf: string }> {
  const visitor = await newSignedIn(server)
  const { body } = await visitor.get('/admin/account')
  server.time.now += 3 * HOUR
  return { visitor, _csrf: field(body, '_csrf') }
}

describe('a form posted after its session has ended', () => {
  it('is shown after signing in, and done only when it is sent once more', async () => {
    const { visitor, _csrf } = await newEnded()
    const typed = { title: 'Typed <for> an hour', description: 'One line\r\nand "another"' }
    const asked = await visitor.post('/admin/entries', { _csrf, ...typed })
    expect(asked.status).toBe(401)
    expect(asked.headers.get('cache-control')).toContain('no-store')
    const carried = field(asked.body, 'carried')
    const refused = await visitor.post('/admin/login', {
      ...CREDENTIALS,
      password: 'wrong',
      carried,
    })
    expect(refused.status).toBe(401)
    expect(field(refused.body, 'carried')).toBe(carried)

    const back = await visitor.post('/admin/login', { ...CREDENTIALS, carried })
    expect(back.status).toBe(200)
    expect(back.body).toContain('Typed &lt;for> an hour')
    expect(back.body).toContain('action="/admin/entries"')
    expect(received).toEqual([])

    const token = field(back.body, '_csrf')
    expect(token).not.toBe(_csrf)
    const saved = await visitor.post('/admin/entries', { _csrf: token, ...typed })
    expect(saved.status).toBe(200)
    expect(received).toEqual([{ title: typed.title, text: typed.description }])
  })

  it('keeps the names of files, and nothing of them on the disk', async () => {
    const { visitor, _csrf } = await newEnded()
    const form = new FormData()
    form.set('_csrf', _csrf)
    form.set('title', 'With a file')
    form.set('documents', new Blob(['%PDF-1.7 something']), 'motion.pdf')
    const asked = await visitor.post('/admin/entries', form)
    const carried = field(asked.body, 'carried')
    const { body } = await visitor.post('/admin/login', { ...CREDENTIALS, carried })
    expect(body).toContain('motion.pdf')
    expect(body).toContain('With a file')
    const folder = `${server.platform.config.dataDir}/documents/incoming`
    expect(await readdir(folder).catch(() => [])).toEqual([])
  })

  it('is given to nobody but whose it was', async () => {
    const { visitor, _csrf } = await newEnded()
    const asked = await visitor.post('/admin/entries', { _csrf, title: 'Mine alone' })
    const carried = field(asked.body, 'carried')
    const other = { email: OTHER, password: PASSWORD, carried }
    expect(await visitor.post('/admin/login', other)).toMatchObject({
      status: 303,
      location: '/admin',
    })
  })

  it.each<[string, (own: { visitor: Visitor; _csrf: string }) => Promise<[Visitor, string]>]>([
    ['without the session’s cookie', async ({ _csrf }) => [createVisitor(server.origin), _csrf]],
    ['without its token', async ({ visitor }) => [visitor, '']],
    [
      'with the token of another session',
      async ({ visitor }) => [visitor, (await newEnded())._csrf],
    ],
  ])('is not carried %s', async (_, make) => {
    const [visitor, _csrf] = await make(await newEnded())
    const answer = await visitor.post('/admin/entries', { _csrf, title: 'A stranger’s' })
    expect(answer).toMatchObject({ status: 303, location: '/admin/login' })
    expect(answer.body).not.toContain('stranger')
  })

  it('is not carried where one does not type for long, nor when it is too much', async () => {
    const { visitor, _csrf } = await newEnded()
    const secret = await visitor.post('/admin/secret', { _csrf, password: 'secret' })
    expect(secret).toMatchObject({ status: 303, location: '/admin/login' })
    const long = await visitor.post('/admin/entries', { _csrf, title: 'x'.repeat(40_000) })
    expect(long).toMatchObject({ status: 303, location: '/admin/login' })
  })
})

describe('the seal', () => {
  const form = { action: '/admin/entries', fields: [], files: [], at: 0 }
  const sealed = sealForm('key', form) ?? ''
  it.each<[string, string, string, number, boolean]>([
    ['opens again', 'key', sealed, HOUR, true],
    ['not with another key', 'other', sealed, HOUR, false],
    ['not when a letter was changed', 'key', `f${sealed.slice(1)}`, HOUR, false],
    ['not after 12 hours', 'key', sealed, 12 * HOUR, false],
    ['not where there is none', 'key', '', HOUR, false],
  ])('%s', (_, key, given, now, opens) => {
    expect(openForm(key, given, now) !== undefined).toBe(opens)
  })
})
