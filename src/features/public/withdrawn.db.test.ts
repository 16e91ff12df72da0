import { expect, it } from 'vitest'
import { eachServer } from '../../../test/support/each-server.ts'
import { startPublishedDocket } from '../../../test/support/published-docket.ts'

const AT = Date.UTC(2030, 10, 20, 17)

eachServer('an address with nothing behind it', startPublishedDocket, (docket) => {
  const open = (path: string) =>
    fetch(docket.origin + path, { headers: { accept: 'text/html,application/xhtml+xml' } })
  const textOf = async (path: string) => {
    const response = await open(path)
    expect([path, response.status]).toEqual([path, 404])
    return response.text()
  }
  const ofDocument = ['/documents/1', '/documents/1/text', '/api/documents/1/download']

  it('has the site’s look in the viewer’s frame, and leads out of it, when a file cannot be read', async () => {
    await docket.platform.db.updateTable('documents').set({ storage_key: 'gone.pdf' }).execute()
    const response = await open('/api/documents/1/download')
    expect(response.status).toBe(503)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain("style-src 'self';")
    expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const text = await response.text()
    expect(text).toContain('<base target="_top"/>')
    expect(text).toContain('The document storage is not responding.')
  })

  it('says when a document that was public was withdrawn, and nothing else about it', async () => {
    const { db } = docket.platform
    const withdrawn = { deleted_at: AT, title: 'Zebra' }
    await db.updateTable('documents').set(withdrawn).where('id', '=', 1).execute()
    for (const path of ofDocument) {
      const text = await textOf(path)
      expect(text).toContain('This document was withdrawn on 11/20/2030.')
      expect(text).not.toContain('Zebra')
    }
    await db.updateTable('entries').set({ deleted_at: AT }).where('id', '=', 1).execute()
    expect(await textOf('/entries/1')).toContain('This docket entry was withdrawn on 11/20/2030.')
    expect(await textOf('/ecf/1')).toContain('No. 1 was withdrawn on 11/20/2030.')
  })

  it('says nothing of drafts, nor of what was deleted before it was public', async () => {
    const { db } = docket.platform
    const set = (values: object) => db.updateTable('entries').set(values).execute()
    await db.updateTable('documents').set({ deleted_at: AT }).execute()
    for (const hidden of [
      { published_at: AT + 1, deleted_at: AT },
      { published_at: null, deleted_at: AT },
      { published_at: 1, status: 'draft' as const },
    ]) {
      await set(hidden)
      for (const path of [...ofDocument, '/entries/1'])
        expect(await textOf(path)).toContain('It may have been withdrawn.')
      expect(await textOf('/ecf/1')).toContain('No entry on this docket has the number 1.')
    }
  })

  it.each([
    ['order=up', 'order: must be relevance, newest, or oldest'],
    ['page=0', 'page: must be a page number'],
  ])('says what may be in place of ?%s', async (query, reason) => {
    expect(await (await open(`/?${query}`)).text()).toContain(reason)
  })

  it('offers a search, and names the number in the address', async () => {
    expect(await textOf('/ECF/98765')).toContain('has the number 98765.')
    const text = await textOf('/ecf/98765')
    expect(text).toContain('No entry on this docket has the number 98765.')
    expect(text).toMatch(/<form[^>]*action="\/"[^>]*><input[^>]*name="q"/)
    expect(await textOf('/admin-not')).not.toContain('name="q"')
    expect(await (await open('/documents.zip')).text()).not.toContain('Choose again')
  })

  it('leads back from an unsubscribe form that has expired', async () => {
    const response = await fetch(`${docket.origin}/api/unsubscribe/abc?x=1`, {
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: '_csrf=old',
    })
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('href="/unsubscribe/abc"')
  })
})
