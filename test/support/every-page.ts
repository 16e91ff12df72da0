import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import type { Database } from '../../src/platform/database/schema.ts'
import { inDatabaseOf } from './database-of.ts'

/** A page of the site in one of its states. */
export interface SeenPage {
  name: string
  path: string
  /** Requires signing in. */
  admin?: boolean
  /** Hundreds of rows like those of a shorter page: for screenshots, not for every check. */
  long?: boolean
  /** Done on the page before it is checked. */
  act?: (page: Page) => Promise<unknown>
}

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

/** Sends a form without the browser's own validation, which would stop it. */
const sendAsIs =
  (name: string, fields: Record<string, string> = {}) =>
  async (page: Page) => {
    for (const [field, value] of Object.entries(fields)) {
      await page.locator(`main [name=${field}]`).first().fill(value)
    }
    const has = page.getByRole('button', { name, exact: true })
    const form = page.locator('form').filter({ has })
    await form.first().evaluate((element: HTMLFormElement) => {
      element.noValidate = true
    })
    await press(page, name)
    await page.locator('.notice-error:visible, .form-message-error:visible').first().waitFor()
  }

/** The SHA-256 of the replaced file that `addDetails` makes. */
export const EARLIER = 'ab'.repeat(32)

/** An upcoming hearing of entry 3; of another, a correction and an earlier version of its documents. */
export async function addDetails(db: Database, corrected: number): Promise<void> {
  for (const statement of [
    sql`insert into entry_events (entry_id, uid, kind, held_on, held_at, place, note, sequence_base)
      values (3, 'u', 'hearing', '2990-01-05', '10:00', 'Courtroom 14C', 'Trial', 0)`,
    sql`insert into entry_corrections (entry_id, field, earlier, corrected_at)
      values (${corrected}, 'filed_on', '2026-06-30', 1785000000000)`,
    sql`insert into document_versions (document_id, sha256, byte_size, page_count, replaced_at)
      select id, ${EARLIER}, 1, 1, 1785000000000 from documents where entry_id = ${corrected}`,
  ])
    await statement.execute(db)
}

/** Every page, with the IDs and tokens in the data folder (the sample case, or one like it). */
export async function listPages(folder: string): Promise<SeenPage[]> {
  const { filed, minute, draft, deleted, document, ...others } = await inDatabaseOf(folder, findIds)
  const { active, left, earlier, subscriber, notification, ipsFrom } = others
  return [
    ...publicPages({ filed, minute, document, earlier, active, left }),
    ...entryPages({ filed, draft, deleted, document }),
    ...accessPages({ document, ipsFrom }),
    ...otherAdminPages({ subscriber, notification }),
  ].filter(({ path }) => !path.includes('undefined'))
}

async function findIds(db: Database): Promise<Ids> {
  const published = sql`deleted_at is null and status = 'published'`
  const withFiles = sql`id in (select entry_id from documents)`
  const filed = sql`(select max(id) from entries where ${published} and ${withFiles})`
  const { rows } = await sql<Record<string, number | string | null>>`select ${filed} as filed,
    (select min(id) from entries where ${published} and not ${withFiles}) as minute,
    (select min(id) from entries where deleted_at is null and status = 'draft') as draft,
    (select min(id) from entries where deleted_at is not null) as deleted,
    (select min(id) from documents where entry_id = ${filed} and deleted_at is null) as document,
    (select max(token) from subscriptions where state = 'active') as active,
    (select max(token) from subscriptions where state = 'unsubscribed') as "left",
    (select min(id) from subscriptions where state = 'active') as subscriber,
    (select min(id) from notifications where finished_at is not null) as notification,
    (select max(sha256) from document_versions) as earlier,
    (select min(accessed_at) from document_accesses where client_ip is not null) as "ipsFrom"`.execute(
    db,
  )
  const found = Object.entries(rows[0] ?? {})
  return Object.fromEntries(found.map(([name, value]) => [name, value ?? undefined]))
}

type Ids = Record<string, number | string | undefined>

function publicPages({ filed, minute, document, earlier, active, left }: Ids): SeenPage[] {
  return [
    { name: 'home', path: '/' },
    { name: 'home-search', path: '/?q=motion' },
    { name: 'home-nothing-found', path: '/?q=zzzz' },
    { name: 'home-wrong-address', path: '/', act: sendAsIs('Subscribe', { email: 'nobody' }) },
    { name: 'entry', path: `/entries/${filed}` },
    { name: 'entry-minute', path: `/entries/${minute}` },
    { name: 'document', path: `/documents/${document}` },
    { name: 'document-text', path: `/documents/${document}/text` },
    { name: 'viewer', path: '/', act: openViewer },
    { name: 'about', path: '/about' },
    { name: 'follow', path: '/follow' },
    { name: 'verify', path: '/verify' },
    { name: 'verify-unknown', path: `/verify?sha256=${'ab'.repeat(32)}` },
    { name: 'verify-earlier', path: `/verify?sha256=${earlier}` },
    { name: 'verify-refused', path: '/verify?sha256=nonsense' },
    { name: 'api', path: '/api' },
    { name: 'error-404', path: '/nothing-here' },
    { name: 'unsubscribe', path: `/unsubscribe/${active}` },
    { name: 'unsubscribe-already', path: `/unsubscribe/${left}` },
    { name: 'unsubscribe-unknown', path: `/unsubscribe/${'x'.repeat(43)}` },
    { name: 'confirm-unknown', path: `/subscribe/confirm/${'x'.repeat(43)}` },
    { name: 'login', path: '/admin/login' },
    {
      name: 'login-refused',
      path: '/admin/login',
      act: sendAsIs('Sign in', { email: 'nobody@example.com', password: 'wrong' }),
    },
  ]
}

/** Where the viewer rules allow it; elsewhere a new tab would open. */
async function openViewer(page: Page) {
  if ((page.viewportSize()?.width ?? 0) < 768) return
  const links = page.locator('[data-document-link], .document-link, main a[href*="/documents/"]')
  await links.first().click()
  await page.locator('dialog[open]').waitFor()
}

function entryPages({ filed, draft, deleted, document }: Ids): SeenPage[] {
  return ofAdmin('admin', [
    { name: 'entries', path: '/admin/entries' },
    { name: 'entries-none', path: '/admin/entries?status=nothing' },
    { name: 'filing-new', path: '/admin/filings/new' },
    { name: 'entry-new', path: '/admin/entries/new' },
    { name: 'entry-new-refused', path: '/admin/entries/new', act: refuseNewEntry },
    { name: 'entry-edit', path: `/admin/entries/${filed}/edit` },
    {
      name: 'entry-edit-refused',
      path: `/admin/entries/${filed}/edit`,
      act: sendAsIs('Save changes', { title: '', number: 'x' }),
    },
    { name: 'entry-show', path: `/admin/entries/${filed}` },
    { name: 'entry-show-draft', path: `/admin/entries/${draft}` },
    { name: 'entry-show-deleted', path: `/admin/entries/${deleted}` },
    { name: 'entry-delete', path: `/admin/entries/${filed}/delete` },
    { name: 'document-delete', path: `/admin/documents/${document}/delete` },
    { name: 'document-edit', path: `/admin/documents/${document}` },
    { name: 'document-edit-refused', path: `/admin/documents/${document}`, act: saveAsIs },
    { name: 'send-notification', path: `/admin/entries/${filed}/notifications/new` },
    { name: 'mail', path: `/admin/notifications/preview.html?entry=${filed}` },
  ])
}

const saveAsIs = sendAsIs('Save changes')

const ofAdmin = (prefix: string, pages: SeenPage[]) =>
  pages.map((page) => ({ ...page, name: `${prefix}-${page.name}`, admin: true }))

async function refuseNewEntry(page: Page) {
  const file = { name: 'Exhibit A.pdf', mimeType: 'application/pdf' }
  await page.fill('[name=number]', 'x')
  const buffer = Buffer.from('not a PDF at all')
  await page.setInputFiles('[name=documents]', { ...file, buffer })
  await press(page, 'Publish')
  await page.locator('[data-form-errors]:visible').waitFor()
}

/** Figures with and without visitors, of many days and of few, of all documents and of one. */
function accessPages({ document, ipsFrom }: Ids): SeenPage[] {
  const path = '/admin/document-access'
  /** Days before and after the first with an IP. */
  const range = (from: number, to: number) => `${path}?from=${day(from)}&to=${day(to)}`
  const day = (offset: number) =>
    ipsFrom && new Date(Number(ipsFrom) + offset * 86_400_000).toISOString().slice(0, 10)
  const mixed = range(-14, 14)
  return ofAdmin('admin-access', [
    { name: 'default', path },
    { name: 'mixed', path: mixed },
    { name: 'without-ips', path: range(-40, -20) },
    { name: 'one-day', path: range(5, 5) },
    { name: 'dense', path: range(-100, 50), long: true },
    { name: 'weeks', path: range(-360, 50), long: true },
    { name: 'none', path: `${range(-3000, -2990)}&view=document` },
    { name: 'documents', path: `${mixed}&view=document` },
    { name: 'downloads', path: `${mixed}&view=download` },
    { name: 'history', path: `${mixed}&document=${document}&robots=exclude` },
    { name: 'refused', path: `${path}?from=2026-09-01&to=2026-02-30` },
  ])
}

function otherAdminPages({ subscriber, notification }: Ids): SeenPage[] {
  return ofAdmin('admin', [
    { name: 'dashboard', path: '/admin' },
    { name: 'subscribers', path: '/admin/subscribers' },
    { name: 'subscribers-none', path: '/admin/subscribers?q=zzzz' },
    { name: 'subscriber', path: `/admin/subscribers/${subscriber}` },
    { name: 'notifications', path: '/admin/notifications' },
    { name: 'notification', path: `/admin/notifications/${notification}` },
    { name: 'settings', path: '/admin/settings' },
    { name: 'admins', path: '/admin/admins' },
    { name: 'admins-refused', path: '/admin/admins', act: sendAsIs('Add', { email: 'x' }) },
    { name: 'audit-log', path: '/admin/audit-log' },
    { name: 'account', path: '/admin/account' },
    { name: 'account-refused', path: '/admin/account', act: sendAsIs('Change password') },
    { name: 'two-factor', path: '/admin/account/two-factor' },
    {
      name: 'two-factor-refused',
      path: '/admin/account/two-factor',
      act: sendAsIs('Turn on', { code: '1' }),
    },
    { name: 'error-404', path: '/admin/nothing-here' },
  ])
}
