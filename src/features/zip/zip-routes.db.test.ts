import { hash } from 'node:crypto'
import { copyFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { eachServer } from '../../../test/support/each-server.ts'
import { documentRow, entryRow } from '../../../test/support/rows.ts'
import { startServer } from '../../../test/support/start-server.ts'
import { unzip } from '../../../test/support/unzip.ts'
import type { NewEntry } from '../../platform/database/schema.ts'
import { storageKey } from '../../platform/files/storage.ts'
import { indexEntry, insertDocument } from '../docket/documents/queries.ts'
import { insertEntry } from '../docket/entries/queries.ts'

eachServer('/documents.zip', startServer, (server) => {
  const db = () => server.platform.db

  beforeAll(async () => {
    await addEntry({ number: 45, title: 'Motion', type: 'Motion' }, ['Motion', 'Exhibit A', '=cmd'])
    await addEntry({ number: null, title: 'Minutes' }, ['Minutes'])
    await addEntry({ number: null, title: 'More minutes' }, ['Minutes'])
    await addEntry({ number: 50, title: 'Draft', status: 'draft' }, ['Draft'])
    await addEntry({ number: 51, title: 'Withdrawn', deleted_at: 1 }, ['Withdrawn'])
    const volumes = ['Volume 1', 'Volume 2']
    await addEntry({ number: 60, title: 'Volume', type: 'Volume' }, volumes, 30_000_000)
  })
  afterEach(async () => {
    for (const table of ['document_accesses', 'download_chains', 'throttles'] as const)
      await db().deleteFrom(table).execute()
  })

  async function addEntry(fields: Partial<NewEntry>, titles: string[], size = 0) {
    const entry = await insertEntry(db(), entryRow({ filed_on: '2026-03-01', ...fields }))
    for (const [index, title] of titles.entries()) {
      const path = await server.platform.files.incomingPath()
      if (size > 0) writeFileSync(path, Buffer.alloc(size, index + 1))
      else copyFileSync('test/fixtures/pdfs/scan.pdf', path)
      const sha256 = hash('sha256', `${title} ${entry.id}`)
      const byte_size = statSync(path).size
      await server.platform.files.store(storageKey(sha256), path)
      const row = documentRow({
        ...{ entry_id: entry.id, attachment_number: index, title, position: index + 1 },
        ...{ storage_key: storageKey(sha256), sha256, byte_size, updated_at: Date.UTC(2026, 2, 1) },
      })
      await insertDocument(db(), row)
    }
    await db()
      .transaction()
      .execute((trx) => indexEntry(trx, entry.id))
  }

  const call = (query: string, init: RequestInit = {}) =>
    fetch(`${server.origin}/documents.zip?${query}`, init)
  const filesOf = async (answer: Response) => unzip(Buffer.from(await answer.arrayBuffer()))
  const records = async () => {
    const all = db().selectFrom('document_accesses').select('document_id').orderBy('document_id')
    return (await all.execute()).map((row) => row.document_id)
  }

  it('holds the selected documents, named as the court does, with an index; each counts once', async () => {
    const answer = await call('document=1&document=2&document=4&document=5')
    const archive = Buffer.from(await answer.arrayBuffer())
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-length')).toBe(String(archive.length))
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const files = await unzip(archive)
    expect([...files.keys()].toSorted()).toEqual([
      '2026-03-01 - Minutes (2).pdf',
      '2026-03-01 - Minutes.pdf',
      'ECF 045 - Motion.pdf',
      'ECF 045-1 - Exhibit A.pdf',
      'index.csv',
    ])
    const scan = statSync('test/fixtures/pdfs/scan.pdf')
    expect(files.get('ECF 045 - Motion.pdf')?.length).toBe(scan.size)
    const index = String(files.get('index.csv'))
    expect(index).toContain(
      `"45-1","03/01/2026","Motion","Exhibit A","ECF 045-1 - Exhibit A.pdf",1,${files.get('ECF 045-1 - Exhibit A.pdf')?.length},"${hash('sha256', 'Exhibit A 1')}",`,
    )
    expect(await records()).toEqual([1, 2, 4, 5])
  })

  it('holds everything a search finds, and nothing that is not public (PROMISES 17)', async () => {
    const names = async (query: string) => {
      const files = await filesOf(await call(query))
      return [...files.keys()].filter((name) => name.endsWith('.pdf')).length
    }
    expect(await names('all=1&type=Motion&filer=&from=&to=')).toBe(3)
    expect(await names('all=1&q=minutes')).toBe(2)
    expect(await names('document=1&document=6&document=7')).toBe(1)
    expect((await call('document=6&document=7')).status).toBe(422)
  })

  it('keeps a title from acting as a formula in a spreadsheet', async () => {
    const files = await filesOf(await call('document=3'))
    expect(String(files.get('index.csv'))).toContain(`,"'=cmd",`)
  })

  it.each([
    ['nothing chosen', ''],
    ['no number', 'document=x'],
    ['nothing found', 'all=1&q=zebra'],
    ['no date', 'all=1&from=2026-02-31'],
    ['a long text', `all=1&q=${'x'.repeat(10_000)}`],
    ['too many', Array.from({ length: 1001 }, () => 'document=1').join('&')],
    ['NUL', 'all=1&q=%00'],
  ])('refuses with a reason: %s', async (_name, query) => {
    const answer = await call(query)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toMatch(/^<p>(?:invalid|no_documents): .{10,}/)
    expect(await records()).toEqual([])
  })

  it('HEAD reads and counts nothing; a prefetch counts nothing', async () => {
    expect((await call('document=1', { method: 'HEAD' })).status).toBe(200)
    const ahead = await call('document=1', { headers: { 'sec-purpose': 'prefetch' } })
    await filesOf(ahead)
    expect(await records()).toEqual([])
  })

  it('refuses more archives than one client needs', async () => {
    const answers = await Promise.all(Array.from({ length: 31 }, () => call('document=999')))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  it('if interrupted, counts none of its documents, and reads no further', async () => {
    const visitor = connect(Number(new URL(server.origin).port), '127.0.0.1')
    visitor.write('GET /documents.zip?document=1&document=8&document=9 HTTP/1.1\r\nHost: x\r\n\r\n')
    let received = 0
    for await (const chunk of visitor) {
      received += (chunk as Buffer).length
      // The middle of the last one, far beyond what the kernel holds.
      if (received > 40_000_000) break
    }
    visitor.destroy()
    // Recording continues, in the order in which responses end.
    await (await call('document=2')).arrayBuffer()
    expect(await records()).toEqual([2])
  })

  it('is separate from ranges of the same document', async () => {
    await (await call('document=1')).arrayBuffer()
    const headers = { range: 'bytes=-1' }
    await (await fetch(`${server.origin}/api/documents/1/download`, { headers })).arrayBuffer()
    expect(await records()).toEqual([1, 1])
  })

  it('the ZIP is closed to robots', async () => {
    const robots = await (await fetch(`${server.origin}/robots.txt`)).text()
    expect(robots).toContain('Disallow: /documents.zip')
    const page = await (await fetch(`${server.origin}/?q=motion`)).text()
    expect(page).toMatch(/<a[^>]*href="\/documents\.zip\?q=motion&amp;all=1"[^>]*rel="nofollow"/)
    expect(page).toMatch(/<input[^>]*form="chosen-documents"[^>]*name="document"[^>]*value="1"/)
  })
})
