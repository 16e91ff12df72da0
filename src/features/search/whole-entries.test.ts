import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { eachDatabase } from '../../../test/support/each-database.ts'
import { NOTHING_READ } from '../../../test/support/nothing-read.ts'
import { offerFile } from '../../../test/support/offered-file.ts'
import { entryFields } from '../../../test/support/rows.ts'
import { createFolderStorage } from '../../platform/files/folder-storage.ts'
import { addDocuments } from '../docket/documents/add-documents.ts'
import { changeDocument } from '../docket/documents/change-document.ts'
import {
  deleteDocument,
  NumberNotFreeError,
  restoreDocument,
} from '../docket/documents/delete-document.ts'
import { readAgain } from '../docket/documents/read-again.ts'
import {
  changeEntry,
  createEntry,
  deleteEntry,
  restoreEntry,
} from '../docket/entries/save-entry.ts'

const by = { administrator: null, clientIp: null }
const FREQUENT = ['the', 'of', 'court']
const words = fc
  .array(fc.constantFrom(...FREQUENT, 'zebra', 'wombat'), { minLength: 1, maxLength: 6 })
  .map((some) => some.join(' '))
const pages = fc.array(words, { minLength: 1, maxLength: 3 })
/** What is done, to which of the documents, with which words. */
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...(['rename', 'add', 'replace', 'move', 'delete', 'restore', 'withdraw', 'read'] as const),
    ),
    which: fc.nat(20),
    words,
    pages,
  }),
  { minLength: 1, maxLength: 10 },
)

/** Every word, and groups of two or three that begin with frequent ones. */
function tokensOf(texts: readonly string[]): string[] {
  const tokens = new Set<string>()
  for (const text of texts) {
    const list = text.toLowerCase().split(/\s+/).filter(Boolean)
    for (const first of list.keys()) {
      for (const length of [1, 2, 3]) {
        const some = list.slice(first, first + length)
        const isTold = some.slice(0, -1).every((word) => FREQUENT.includes(word))
        if (some.length === length && isTold) tokens.add(some.join('_'))
      }
    }
  }
  return [...tokens].sort()
}

eachDatabase('the row of all words of an entry', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'docket-wholes-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const files = createFolderStorage(folder)
  const platform = () => ({
    db: database.db,
    files,
    clock: () => 1,
    log: pino({ level: 'silent' }),
  })
  /** The file's content lists its pages. */
  const inspector = {
    inspect: async (path: string) => {
      const read: string[] = JSON.parse(readFileSync(path, 'utf8')).pages
      return { accepted: true as const, pageCount: read.length, pages: read, reading: NOTHING_READ }
    },
  }
  const offer = (texts: string[]) =>
    offerFile(files, 'Annex.pdf', {
      content: JSON.stringify({ pages: texts, unlike: randomUUID() }),
      pages: texts,
      reading: NOTHING_READ,
      pageCount: texts.length,
    })

  const rowOf = async (id: number) => {
    const row = await database.db
      .selectFrom('search_wholes')
      .select('stems')
      .where('entry_id', '=', id)
      .executeTakeFirst()
    return row?.stems.split(' ').sort()
  }

  /** Refused if its number has been taken since; that changes nothing. */
  const restored = (id: number) =>
    restoreDocument(platform(), inspector, { id, by }).then(
      () => true,
      (error) => {
        if (error instanceof NumberNotFreeError) return false
        throw error
      },
    )

  it('is what a plain count of its texts gives, whatever is done', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const { id } = await createEntry(platform(), {
          fields: entryFields({ title: 'zebra' }),
          files: [],
          by,
        })
        let title = 'zebra'
        const documents: { id: number; pages: string[]; isThere: boolean }[] = []
        for (const { kind, which, words: text, pages: texts } of list) {
          const one = documents[which % Math.max(1, documents.length)]
          if (kind === 'rename') {
            title = text
            const fields = { title }
            await changeEntry(platform(), { id, fields, files: [], version: undefined, by })
          } else if (kind === 'add') {
            const { added } = await addDocuments(platform(), {
              entryId: id,
              files: [await offer(texts)],
              by,
            })
            for (const row of added) documents.push({ id: row.id, pages: texts, isThere: true })
          } else if (kind === 'withdraw') {
            await deleteEntry(platform(), { id, by })
            await restoreEntry(platform(), { id, by })
          } else if (kind === 'read') await readAgain(platform(), inspector)
          else if (one && kind === 'delete') {
            await deleteDocument(platform(), { id: one.id, by })
            one.isThere = false
          } else if (one && kind === 'restore') {
            one.isThere ||= await restored(one.id)
          } else if (one?.isThere && kind === 'replace') {
            await changeDocument(platform(), {
              id: one.id,
              change: { file: await offer(texts) },
              by,
            })
            one.pages = texts
          } else if (one?.isThere && kind === 'move') {
            await changeDocument(platform(), { id: one.id, change: { position: 1 }, by })
          }
          const there = documents.filter(({ isThere }) => isThere)
          const own = [title, ...there.map(() => 'annex')].join(' ')
          const plain = tokensOf([own, ...there.flatMap((document) => document.pages)])
          const inTitle = tokensOf([title]).map((token) => `_${token}`)
          const inText = tokensOf([own]).map((token) => `__${token}`)
          expect(await rowOf(id)).toEqual([...plain, ...inTitle, ...inText].sort())
        }
      }),
      { numRuns: 12 },
    )
  })
})
