import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { CommandError } from '../../platform/command-error.ts'
import type { CaseSettings } from '../../platform/database/schema.ts'
import type { Platform } from '../../platform/platform.ts'
import { showProgress } from '../../platform/show-progress.ts'
import { oneLine } from '../../shared/clean-text.ts'
import { formatDate } from '../../shared/date.ts'
import { isCalendarDate } from '../../shared/field-rules.ts'
import { counted } from '../../shared/number-rules.ts'
import { dayAt } from '../../shared/time-zone.ts'
import { findCaseSettings } from '../site/queries.ts'
import { readFigures } from '../statistics/figures/statistics.ts'
import { robotsSentence, visitorSentence } from '../statistics/figures/statistics-rules.ts'
import { openBag, verifyArchive } from './bag.ts'
import { writeArchive } from './write-archive.ts'

/** The site as it serves visitors, except that its pages say that they are an archive. */
type OpenSite = (
  platform: Platform,
  archive: { figures: readonly string[] },
) => Promise<{
  server: Pick<FastifyInstance, 'inject' | 'close'>
  features: { close(): Promise<void> }
}>

export async function runArchive(...of: Parameters<typeof archiveDocket>) {
  // The files are to be published.
  process.umask(0o022)
  const { folder, changed } = await archiveDocket(...of)
  console.log(`The archive is in ${folder}. Files written: ${changed}.`)
}

export async function archiveDocket(
  platform: Platform,
  openSite: OpenSite,
  { folder, since = '' }: { folder: string; since?: string | undefined },
) {
  if (since !== '' && !isCalendarDate(since))
    throw new CommandError('--since is not a date, for example 2026-07-30')
  const settings = await findCaseSettings(platform.db)
  const day = dayAt(platform.clock(), platform.config.timeZone)
  const bag = await openBag(resolve(folder))
  const figures = await listFigures(platform, settings, day)
  const { server, features } = await openSite(offline(platform), { figures })
  try {
    await writeArchive(platform, {
      bag,
      get: (url) => server.inject({ url }),
      since: Date.parse(since) || 0,
      onProgress: showProgress('pages'),
    })
  } finally {
    await server.close()
    await features.close()
  }
  bag.put('_redirects', REDIRECTS)
  await bag.close({ 'nginx.conf': NGINX, 'README.txt': readmeOf(settings, day) })
  return { folder: bag.folder, changed: bag.count.changed }
}

/** With the script that searches without a server; each page is a request, which nobody needs in the log. */
const offline = (platform: Platform): Platform => ({
  ...platform,
  assets: (name) => platform.assets(name === 'site.js' ? 'archive.js' : name),
  log: platform.log.child({}, { level: 'warn' }),
})

/** Only those that the administrator publishes, with what a reader must know of them (CONTRACT section 7). */
async function listFigures(
  { db, config: { timeZone } }: Platform,
  { published_figures }: CaseSettings,
  day: string,
) {
  if (published_figures === '') return []
  const { totals, period } = await readFigures(db, timeZone, async (figures) => ({
    totals: await figures.readTotals({ robots: 'include' }),
    period: figures.period,
  }))
  const { downloads, uniqueVisitors: visitors } = totals
  const sentences = [
    `As of ${formatDate(day)}, documents were downloaded ${counted(downloads, 'time')}. ${robotsSentence(totals)}`,
  ]
  if (published_figures === 'visitors') {
    if (visitors !== null) sentences.push(`Unique visitors: ${visitors.toLocaleString('en-US')}.`)
    sentences.push(visitorSentence(totals, period) ?? '')
  }
  return sentences.filter(Boolean)
}

export async function runVerify(folder: string): Promise<number> {
  const problems = await verifyArchive(resolve(folder), showProgress('files'))
  for (const problem of problems) console.error(problem)
  if (problems.length === 0) {
    console.log('The archive is complete and unchanged.')
    return 0
  }
  console.log(`Found ${counted(problems.length, 'problem')}.`)
  return 1
}

/** For hosts such as Netlify and Cloudflare Pages: what files alone cannot say. */
const REDIRECTS = `/api/documents/:id/download /documents/:id.pdf 302
/api/docket-entries /api/docket-entries.json 200
/api/docket-entries/:id /api/docket-entries/:id.json 200
`

const NGINX = `# Serves the archive at the addresses that the docket had. Change the two lines that are marked.
server {
  listen 80;
  server_name docket.example.com; # change
  root /srv/archive/data; # change
  index index.html;
  absolute_redirect off;
  rewrite ^/api/documents/([0-9]+)/download$ /documents/$1.pdf redirect;
  location / { try_files $uri $uri/index.html $uri.json =404; }
  # Adds the final slash, so that relative links on these pages work.
  location ~ ^/(entries|documents|ecf|page|about|verify)(/[0-9-]+)?(/text(/[0-9]+)?)?$ { return 301 $uri/; }
}
`

function readmeOf({ caption, case_number, closed_on }: CaseSettings, day: string): string {
  const name = oneLine(caption || case_number) || 'a court docket'
  const closed = closed_on ? `, closed on ${formatDate(closed_on)}` : ''
  return `This is the archive of the docket of ${name}${closed}, made on ${formatDate(day)}.

To read it, open data/index.html in a browser. It needs no server and no connection.
To publish it, copy the folder "data" to any web host. Addresses of the former site, such as /entries/12,
/documents/34, and /ecf/45-2, stay the same. For the former addresses of downloads and of the API, the
host needs data/_redirects (Netlify, Cloudflare Pages) or nginx.conf; without them, a page leads to the PDF.

To check that nothing is missing or changed, in this folder:
  sha256sum --check --quiet tagmanifest-sha256.txt manifest-sha256.txt
(macOS: shasum -a 256 --check). Or, with the program: docket archive:verify FOLDER
The folder follows RFC 8493 (BagIt), so archivists' tools can check it, too.
`
}
