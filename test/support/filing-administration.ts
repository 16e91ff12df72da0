import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { eachServer, oneServer } from './each-server.ts'
import { type EntryAdministration, eachEntryAdministration } from './entry-administration.ts'
import { newFolder } from './new-folder.ts'
import { stamped, writeTextPdf } from './text-pdf.ts'

/** The case on each stamp, and the day. */
export const OWN_CASE = '1:26-cv-00045-ABC'
export const FILED = '07/06/26'
const folder = newFolder()

export async function pdf(name: string, words: string, stamp?: Parameters<typeof stamped>) {
  const path = join(folder, 'one.pdf')
  await writeTextPdf(path, [words], stamp && stamped(...stamp))
  return new File([readFileSync(path)], name, { type: 'application/pdf' })
}

export function paper(name: string, number: number, attachment = 0): Promise<File> {
  const heading = attachment > 0 ? `EXHIBIT ${attachment}` : 'MOTION TO COMPEL'
  return pdf(name, `${heading}\n\nWords of ${name}.`, [number, 1, { attachment, filed: FILED }])
}

/** The administration of entries, in the case that the papers' stamps name. */
export function eachFilingAdministration(
  name: string,
  tests: (place: ReturnType<typeof filingsOf>) => void,
  run = eachServer,
): void {
  const inOwnCase = (place: EntryAdministration) => {
    beforeAll(async () => {
      await place.db().updateTable('case_settings').set({ case_number: OWN_CASE }).execute()
    })
    tests(filingsOf(place))
  }
  eachEntryAdministration(name, inOwnCase, run)
}

export const oneFilingAdministration: typeof eachFilingAdministration = (name, tests) =>
  eachFilingAdministration(name, tests, oneServer)

function filingsOf(place: EntryAdministration) {
  const { server, db, post } = place
  let number = 100
  const nextNumber = () => ++number

  /** @param filing its path */
  const rowsOf = (table: 'filing_entries' | 'filing_documents', filing: string) =>
    db()
      .selectFrom(table)
      .selectAll()
      .where('filing_id', '=', Number(filing.split('/').at(-1)))
      .orderBy('id')
      .execute() as Promise<Record<string, string | number | null>[]>

  const entriesWith = (numbers: number[]) => {
    const entries = db().selectFrom('entries').where('number', 'in', numbers)
    return entries.selectAll().orderBy('number').execute()
  }

  const documentsOf = (entryId: number) => {
    const documents = db().selectFrom('documents').where('entry_id', '=', entryId)
    const columns = ['attachment_number', 'title', 'file_name'] as const
    return documents.select(columns).orderBy('position').execute()
  }

  /** @returns the path of the new filing */
  async function drop(files: File[], docket_text = ''): Promise<string> {
    const answer = await post('/admin/filings', { docket_text }, files)
    expect(answer.status).toBe(303)
    expect(answer.location).toMatch(/^\/admin\/filings\/\d+$/)
    const filing = answer.location ?? ''
    // On a busy machine the answer comes before everything is read.
    const isRead = async () => JSON.parse((await server.client.get(`${filing}.json`)).body).finished
    await expect.poll(isRead, { timeout: 60_000 }).toBe(true)
    return filing
  }

  /** Drops papers with these names: `a` and `a1` have the stamps of an entry and its first attachment, `b` another entry's. */
  async function dropPapers(...names: string[]) {
    const numbers = new Map(names.map((name) => [name.charAt(0), nextNumber()]))
    const files: File[] = []
    for (const name of names) {
      const stamped = numbers.get(name.charAt(0)) ?? 0
      files.push(await paper(`${name}.pdf`, stamped, Number(name.slice(1))))
    }
    return { filing: await drop(files), numbers: [...numbers.values()] }
  }

  /** Presses a button of the filing's page. */
  const act = async (filing: string, fields: Record<string, string>) => {
    const answer = await server.client.post(filing, fields)
    expect(answer.status).toBe(303)
    expect(answer.location?.replace(/[?#].*/, '')).toBe(filing.replace(/\?.*/, ''))
  }

  return { ...place, nextNumber, rowsOf, entriesWith, documentsOf, drop, dropPapers, act }
}
