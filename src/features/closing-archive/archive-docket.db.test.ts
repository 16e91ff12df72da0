import { hash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eachServer } from '../../../test/support/each-server.ts'
import { addAccesses } from '../../../test/support/expected-figures.ts'
import { filesIn, newFolder } from '../../../test/support/new-folder.ts'
import { startPublishedDocket } from '../../../test/support/published-docket.ts'
import { shownText } from '../../../test/support/shown-text.ts'
import type { DialectName } from '../../platform/database/dialect.ts'
import { createWebServer } from '../../web-server.ts'
import { verifyArchive } from './bag.ts'
import { archiveDocket } from './commands.ts'
import { archivedFile, archivedPage } from './rules.ts'

const folder = newFolder()

const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0]

/** Pages that only a server has. */
const NOT_ARCHIVED = /^\/(admin|follow|api$|documents\.zip|\?q=|\?type=|\?order=)/

async function startArchived(dialect: DialectName) {
  const docket = await startPublishedDocket(dialect)
  const { platform } = docket
  await platform.db.updateTable('case_settings').set({ closed_on: '2026-11-20' }).execute()
  await archiveDocket(platform, createWebServer, { folder: join(folder, dialect) })
  return docket
}

eachServer('the closing archive', startArchived, (docket, dialect) => {
  const target = join(folder, dialect)
  const data = join(target, 'data')

  const archive = (place = target) =>
    archiveDocket(docket.platform, createWebServer, { folder: place })

  const read = (path: string) => readFileSync(join(data, path))
  const live = async (address: string) => {
    const response = await fetch(docket.origin + address, { redirect: 'manual' })
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
  }

  it('has everything that a crawl of the live site sees, byte for byte if it is a file', async () => {
    const queue = new Set(['/', '/feed.xml', '/calendar.ics', '/sitemap.xml', '/robots.txt'])
    for (const name of ['/ecf/1', '/ecf/1-1', '/api/docket-entries/1']) queue.add(name)
    const compared: string[] = []
    for (const address of queue) {
      if (NOT_ARCHIVED.test(address) || /^\/documents\/\d+\?page=/.test(address)) continue
      const file = archivedFile(address)
      expect(file, address).toBeDefined()
      if (!file || /\.(css|js)$/.test(file)) continue
      const { status, body } = await live(address)
      compared.push(file)
      if (status === 302) expect(read(file).toString()).toContain('http-equiv="refresh"')
      else if (!file.endsWith('.html')) expect(read(file).equals(body), address).toBe(true)
      else {
        const { html, links } = archivedPage(body.toString(), file)
        expect(mainOf(read(file).toString()), address).toBe(mainOf(html))
        for (const link of links) queue.add(link.replace(/#.*/, ''))
        for (const [, link] of body.toString().matchAll(/ href="(\/[^"]*)"/g))
          queue.add(`${link}`.replaceAll('&amp;', '&').replace(/#.*/, ''))
      }
    }
    expect(compared).toEqual(expect.arrayContaining(['about/index.html', 'documents/1.pdf']))
    expect(compared.length).toBeGreaterThan(15)
  })

  it('lists all entries as the API does', async () => {
    const parse = (bytes: Buffer) => JSON.parse(bytes.toString())
    const { body } = await live('/api/docket-entries')
    expect(parse(read('api/docket-entries.json'))).toEqual(parse(body))
  })

  it('has nothing that is not public, and no link to anything that needs a server', () => {
    const needsServer = /\/admin|documents\.zip|subscribe-email|data-needs-server|method="post"/
    for (const path of filesIn(data).filter((one) => !/\.(pdf|woff2)$/.test(one))) {
      const text = read(path).toString()
      expect(text, path).not.toMatch(/secret draft|deleted secret/)
      if (path.endsWith('.html')) expect(text, path).not.toMatch(needsServer)
    }
  })

  it('says on every page that the docket was closed, and leads only to files that exist', () => {
    for (const path of filesIn(data).filter((one) => one.endsWith('.html'))) {
      const html = read(path).toString()
      const isRedirect = html.includes('http-equiv="refresh"')
      if (!isRedirect)
        expect(html).toContain('This docket was closed on 11/20/2026; this is its archive.')
      for (const [, link = ''] of html.matchAll(/ (?:href|src)="([^"#?]+)/g)) {
        if (/^(https?|mailto|data):/.test(link)) continue
        expect(link, path).not.toMatch(/^\//)
        expect(existsSync(join(data, path, '..', link)), `${path} -> ${link}`).toBe(true)
      }
    }
  })

  it('is a BagIt bag (RFC 8493): declaration, manifest of the whole payload, and tag manifest', () => {
    expect(readFileSync(join(target, 'bagit.txt'), 'utf8')).toBe(
      'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n',
    )
    const manifest = readFileSync(join(target, 'manifest-sha256.txt'), 'utf8').trimEnd().split('\n')
    const listed = manifest.map((line) => {
      const [sum = '', path = ''] = line.split(/ +(.*)/)
      expect(hash('sha256', readFileSync(join(target, path))), path).toBe(sum)
      return path
    })
    const payload = filesIn(data).map((path) => `data/${path}`)
    expect(listed.toSorted()).toEqual(payload)
    const info = readFileSync(join(target, 'bag-info.txt'), 'utf8')
    for (const line of info.trimEnd().split('\n')) expect(line).toMatch(/^[\w-]+: \S/)
  })

  // No further statement: what follows is about files.
  const itOnSqlite = it.runIf(dialect === 'sqlite')

  itOnSqlite('has no problem but every file that is missing, differs, or was added', async () => {
    const verify = () => verifyArchive(target, () => {})
    expect(await verify()).toEqual([])
    rmSync(join(data, 'about/index.html'))
    writeFileSync(join(data, 'feed.xml'), 'other')
    writeFileSync(join(data, 'more.txt'), 'more')
    writeFileSync(join(target, 'README.txt'), 'other')
    expect((await verify()).toSorted()).toEqual([
      'README.txt is not the file that was archived',
      'data/about/index.html is missing or cannot be read',
      'data/feed.xml is not the file that was archived',
      'data/more.txt is not in the manifest',
    ])
    expect((await archive()).changed).toBe(3)
    expect(await verify()).toEqual([])
  })

  itOnSqlite('writes only what changed, and takes out what was withdrawn', async () => {
    expect((await archive()).changed).toBe(0)
    const set = (deleted_at: number | null) =>
      docket.platform.db.updateTable('entries').set({ deleted_at }).where('id', '=', 3).execute()
    await set(1)
    const { changed } = await archive()
    expect(changed).toBeGreaterThan(0)
    const left = readdirSync(data, { recursive: true }).map(String)
    expect(left.filter((path) => /^(entries|documents|ecf)\/3\b/.test(path))).toEqual([])
    expect(await verifyArchive(target, () => {})).toEqual([])
    await set(null)
    await archive()
    expect(existsSync(join(data, 'documents/3.pdf'))).toBe(true)
  })

  it('counts no download and writes nothing in the database', async () => {
    const { db, revision } = docket.platform
    const count = () => db.selectFrom('document_accesses').selectAll().execute()
    const before = [await count(), await revision.current()]
    await archive(join(folder, `${dialect}-again`))
    expect([await count(), await revision.current()]).toEqual(before)
  })

  it('publishes no figures until the administrator chooses them, then with what they leave out', async () => {
    const { db } = docket.platform
    const about = () => shownText(read('about/index.html').toString())
    const choose = async (published_figures: string) => {
      await db.updateTable('case_settings').set({ published_figures }).execute()
      await archive()
    }
    expect(about()).not.toContain('downloaded')
    await db.deleteFrom('document_accesses').execute()
    const accessed_at = Date.UTC(2026, 7, 1, 12)
    await addAccesses(db, [
      { accessed_at, client_ip: '192.0.2.1' },
      { accessed_at: accessed_at + 1, client_ip: '192.0.2.1' },
      { accessed_at: accessed_at - 1, is_robot: 1 },
    ])
    await choose('visitors')
    expect(about()).toMatch(/As of \d\d\/\d\d\/\d{4}, documents were downloaded 3 times\./)
    expect(about()).toContain(
      'Bots are included: 1 of the downloads. Unique visitors: 1. ' +
        'Visitor IPs are on record from 08/01/2026 on; 1 of the 3 downloads had none.',
    )
    expect(about()).not.toContain('192.0.2')
    await choose('downloads')
    expect(about()).not.toContain('Unique visitors')
  })

  itOnSqlite('leaves a folder with other files alone', async () => {
    const other = mkdtempSync(join(folder, 'other-'))
    writeFileSync(join(other, 'bagit.txt'), 'BagIt-Version: 1.0\n')
    await expect(archive(other)).rejects.toThrow('has other files in it')
    expect(readdirSync(other)).toEqual(['bagit.txt'])
    await expect(verifyArchive(other, () => {})).rejects.toThrow('is not an archive')
  })
})
