import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadDocket } from '../../../test/support/dockets.ts'
import { listFixtures } from '../../../test/support/fixtures.ts'
import { newPlatform } from '../../../test/support/test-platform.ts'
import { readAttachments } from '../../shared/attachment-rules.ts'
import { readDocketRow } from '../../shared/docket-sheet-rules.ts'
import { filingTitle } from '../../shared/docket-text-rules.ts'
import { listEvery } from '../docket/entries/queries.ts'
import { readReferences } from '../relations/rules.ts'
import { listMatches } from '../search/queries.ts'

interface Entry {
  document_number: string | null
  date_filed: string | null
  date_entered?: string
  description?: string | null
  attachments?: { attachment_number: number; description: string }[]
}

/** How many entries refer to others, and how many are decided: in the project's own docket, then in real ones. */
const REFERENCES: Record<string, [referring: number, deciding: number]> = {
  bankruptcy: [2, 1],
  district: [5, 1],
  dcd_3: [4, 3],
  njd_509180: [61, 14],
  nysb_8: [51, 5],
  short: [1, 0],
}
/** What an import reports that the docket leaves out; for the other dockets, nothing. */
const UNFILLED: Record<string, string[]> = {
  short: ['title of 5-2', 'text of 7', 'text of the minute entry of 2026-05-08'],
}

describe.each(listFixtures('dockets'))('the docket %s', (name, file) => {
  const { docket_entries }: { docket_entries: Entry[] } = JSON.parse(readFileSync(file, 'utf8'))
  const entries = docket_entries.map((entry) => ({
    ...entry,
    description: entry.description ?? '',
  }))

  it.each(['sqlite', 'postgres'] as const)('is loaded whole into %s, once', async (dialect) => {
    const platform = await newPlatform(dialect)
    const all = async () => [
      await listEvery(platform.db, 'entries'),
      await listEvery(platform.db, 'entry_relations'),
    ]
    const unfilled = UNFILLED[name] ?? []
    const loaded = { entriesAdded: entries.length, entriesPresent: 0, documentsAdded: 0, unfilled }
    expect(await loadDocket(platform, file)).toMatchObject(loaded)
    const before = await all()
    const again = { entriesAdded: 0, entriesPresent: entries.length, documentsAdded: 0 }
    expect(await loadDocket(platform, file)).toMatchObject(again)
    expect(await all()).toEqual(before)
    const { total } = await listMatches(platform.db, { order: 'newest', limit: 1, offset: 0 })
    expect(total).toBe(entries.length)
  })

  it('has a title for each entry', () => {
    for (const { description } of entries) {
      if (description.trim()) expect(filingTitle(description)).not.toBe('')
      expect(filingTitle(description).length).toBeLessThanOrEqual(140)
    }
  })

  it('names the attachments as the public record does', () => {
    for (const { description, attachments = [] } of entries) {
      const titles = readAttachments(description)
      if (/\(Attachments?: #/i.test(description)) expect(titles.size).toBeGreaterThan(0)
      expect([...titles.keys()]).toEqual(Array.from(titles.keys(), (_, index) => index + 1))
      for (const attachment of attachments) {
        const title = titles.get(attachment.attachment_number)
        if (title && attachment.description) expect(title).toBe(attachment.description)
      }
    }
  })

  it('is read line by line as CM/ECF shows it', () => {
    for (const { document_number, date_filed, date_entered, description } of entries) {
      if (!description.trim() || /^\s*\d/.test(description)) continue
      const filed = date_filed ?? date_entered ?? ''
      const [year, month, day] = filed.split('-')
      const row = readDocketRow(`${month}/${day}/${year}\t${document_number ?? ''}\t${description}`)
      expect([row?.number, row?.filed_on]).toEqual([String(document_number || ''), filed])
      expect(row?.title).toBeTruthy()
    }
  })

  it.skipIf(!REFERENCES[name])('has as many references as were counted by hand', () => {
    const rows = entries.map(({ document_number, description }) =>
      readReferences(description, document_number ? Number(document_number) : null),
    )
    const referring = rows.filter((references) => references.length > 0)
    const deciding = rows.flat().filter(({ kind }) => kind === 'decides')
    expect([referring.length, deciding.length]).toEqual(REFERENCES[name])
  })
})
