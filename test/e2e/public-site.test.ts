import { describe, expect, it } from 'vitest'
import type { EntryChange } from '../../src/platform/database/schema.ts'
import { inDatabaseOf } from '../support/database-of.ts'
import { runningSite } from '../support/running-site.ts'
import { DOORS, SIZE, startThreeEntries } from '../support/three-entries.ts'

const site = runningSite(startThreeEntries)

describe('the public site', () => {
  it('names a saved file as a lawyer would', async () => {
    const response = await fetch(
      `${site.docket.url}/api/documents/1/download?disposition=attachment`,
    )
    await response.arrayBuffer()
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="ECF 007-2 - Exhibit B.pdf"',
    )
  })

  it('follows a docket number to its entry and its attachment', async () => {
    const follow = async (path: string) => {
      const response = await fetch(site.docket.url + path, { redirect: 'manual' })
      return [response.status, response.headers.get('location')]
    }
    expect(await follow('/ecf/7')).toEqual([302, '/entries/1'])
    expect(await follow('/ecf/7-2')).toEqual([302, '/documents/1'])
    expect((await follow('/ecf/7-3'))[0]).toBe(404)
    expect((await follow('/ecf/99'))[0]).toBe(404)
  })

  it('hides a draft and a deleted entry from every route, immediately, and shows it again', async () => {
    const visible = async () => {
      const answers = await Promise.all(
        DOORS.map(async (path) => {
          const response = await fetch(site.docket.url + path, { redirect: 'manual' })
          return (
            response.status < 400 &&
            (!(await response.text()).replace(/<\/?mark>/g, '').includes('MOTION to Dismiss')
              ? ['/ecf/7', '/ecf/7-2', '/api/documents/1/download', '/sitemap.xml'].includes(path)
              : true)
          )
        }),
      )
      return DOORS.filter((_, index) => answers[index])
    }
    const downloadPart = (method: string) =>
      fetch(`${site.docket.url}/api/documents/1/download`, {
        method,
        headers: { range: 'bytes=0-10' },
      })
    const set = (change: EntryChange) =>
      inDatabaseOf(site.docket.folder, (db) =>
        db.updateTable('entries').set(change).where('id', '=', 1).execute(),
      )
    expect(await visible()).toEqual(DOORS)
    for (const hide of [{ status: 'draft' }, { deleted_at: 1 }] satisfies EntryChange[]) {
      await set(hide)
      expect(await visible()).toEqual(['/sitemap.xml'])
      expect(await (await fetch(`${site.docket.url}/sitemap.xml`)).text()).not.toContain(
        '/entries/1<',
      )
      for (const method of ['HEAD', 'GET']) {
        expect((await downloadPart(method)).status).toBe(404)
      }
      await set({ status: 'published', deleted_at: null })
      expect(await visible()).toEqual(DOORS)
    }
  })

  it('gives an entry as JSON, with addresses on the site’s own', async () => {
    const entry = await (await fetch(`${site.docket.url}/api/docket-entries/1`)).json()
    const url = 'https://docket.example.com/entries/1'
    expect(entry).toMatchObject({ id: 1, number: 7, filed_on: '2026-03-05', url })
    expect(entry.documents).toMatchObject([
      { id: 1, attachment_number: 2, title: 'Exhibit B', page_count: 1, byte_size: SIZE },
    ])
  })
})
