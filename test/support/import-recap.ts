import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closePlatform, openPlatform } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { usualEnvironment } from './database-of.ts'
import { loadDocket, putPdfs } from './dockets.ts'
import { inEnvironment, MAIL_NEEDS } from './environment.ts'

/** Entries as in the public RECAP JSON, of lines like `7 2026-01-02 MOTION`, `7-1 Exhibit A`, and `2026-01-03 Minute Entry`. */
export function recapEntries(lines: readonly string[]) {
  const entries: ReturnType<typeof entryOf>[] = []
  for (const line of lines) {
    const [, attachment, description = ''] = /^\d+-(\d+) (.*)$/.exec(line) ?? []
    if (!attachment) entries.push(entryOf(line))
    else entries.at(-1)?.attachments.push({ attachment_number: Number(attachment), description })
  }
  return entries
}

function entryOf(line: string) {
  const [, number, date_filed = '', description = ''] = /^(\d+)? ?(\S{10}) (.*)$/.exec(line) ?? []
  const attachments: { attachment_number: number; description: string }[] = []
  return { document_number: number ?? null, date_filed, description, attachments }
}

/** Puts a PDF of test/fixtures into the folder's `pdfs`, under each of these numbers. */
export function copyPdfs(folder: string, fixture: string, ...numbers: string[]): void {
  const pdfs = numbers.map((number) => [number, fixture])
  putPdfs(join(folder, 'pdfs'), Object.fromEntries(pdfs))
}

/**
 * Loads entries into the installation of a data folder, as `docket:import` would, with the PDFs of its folder `pdfs` if there is one.
 * @param lines see `recapEntries`
 * @param about what else the JSON says about the case
 */
export async function importRecap(
  folder: string,
  lines: readonly string[],
  environment: Record<string, string> = {},
  about: Record<string, string> = {},
): Promise<void> {
  const file = join(folder, 'docket.json')
  const docket = { case_name: 'Doe v. Roe', ...about, docket_entries: recapEntries(lines) }
  writeFileSync(file, JSON.stringify(docket))
  const pdfs = join(folder, 'pdfs')
  const usual = { LOG_LEVEL: 'silent', ...MAIL_NEEDS, ...(await usualEnvironment(folder)) }
  const settings = { ...usual, DATA_DIR: folder, ...environment }
  const documents = existsSync(pdfs) ? pdfs : undefined
  // As the program does.
  const umask = process.umask(0o077)
  try {
    await inEnvironment(settings, () => load(file, documents))
  } finally {
    process.umask(umask)
  }
}

async function load(file: string, documents: string | undefined): Promise<void> {
  const platform = await openPlatform(loadConfig())
  try {
    const { refused } = await loadDocket(platform, file, documents)
    if (refused.length > 0) throw new Error(JSON.stringify(refused))
  } finally {
    await closePlatform(platform)
  }
}
