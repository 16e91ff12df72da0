import type { ParseArgsOptionsConfig } from 'node:util'
import { closePlatform, openPlatform } from './app.ts'
import { loadConfig } from './config.ts'
import { runAccessLogImport } from './features/access/commands.ts'
import { runRebuild } from './features/access/statistics-commands.ts'
import {
  createAdmin,
  disableAdmin,
  listAdmins,
  resetPassword,
} from './features/accounts/commands.ts'
import { acceptKey } from './features/accounts/secret-key.ts'
import { runExport, runImport } from './features/docket/commands.ts'
import { runStorageCopy } from './features/documents/commands.ts'
import { runSearchRebuild } from './features/documents/search-command.ts'
import { isServing } from './features/notifications/worker-registry.ts'
import { runSubscriberImport } from './features/subscriptions/commands.ts'
import { backUpDatabase } from './platform/database/backup.ts'
import { runDatabaseCopy } from './platform/database/copy/copy-command.ts'
import { restoreDatabase } from './platform/database/restore.ts'
import type { Platform } from './platform/platform.ts'

/** Loaded for these two alone: the other commands begin the sooner, and need less memory. */
const serving = () => import('./serve.ts')

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>

export interface Command {
  usage: string
  summary: string
  details?: string
  options?: ParseArgsOptionsConfig
  /** Options that must be given. */
  required?: string[]
  /** Least and most words besides the options. */
  takes?: [number, number]
  /** @returns the exit code, where it is not 0 */
  run(words: string[], values: Values): Promise<unknown>
}

const email = { email: { type: 'string' } } as const
const emailAndPassword = { ...email, 'password-stdin': { type: 'boolean' } } as const
const passwordDetails =
  '--password-stdin reads the password from standard input; without it, a strong one is made and printed once.'

const importDetails = `Reads logs of nginx, Apache, Caddy and Traefik: plain, gzip, bzip2 or zstd, or - for standard input. Running it again
adds nothing.

--dry-run      reads and counts, and writes nothing
--since TIME   skips what was before: a date (2026-07-30) or a time (2026-07-30T14:00:00-04:00)
--until TIME   skips what was after; a date is included
--before TIME  takes everything before this time, instead of before the first download that the service recorded
--json         prints the summary as JSON`

/** Everything the `docket` program does (CONTRACT section 1). */
export const commands: Record<string, Command> = {
  serve: {
    usage: '',
    summary: 'the web service, with the delivery worker inside it',
    run: async () => (await serving()).serve(),
  },
  worker: {
    usage: '',
    summary: 'the delivery worker alone, for installations with several processes',
    run: async () => (await serving()).work(),
  },
  'documents:import-access-log': {
    usage: '<file...> [--dry-run] [--json]',
    summary: 'backfills download records from old access logs',
    details: importDetails,
    options: {
      'dry-run': { type: 'boolean' },
      json: { type: 'boolean' },
      since: { type: 'string' },
      until: { type: 'string' },
      before: { type: 'string' },
    },
    takes: [1, Number.POSITIVE_INFINITY],
    run: (files, values) => runAccessLogImport(withPlatform, isServing, files, values),
  },
  'docket:import': {
    usage: '<docket.json> [--documents <folder>]',
    summary: 'loads entries and PDFs',
    details:
      'Reads what docket:export writes, and the public RECAP docket JSON. Running it again changes nothing.',
    options: { documents: { type: 'string' } },
    takes: [1, 1],
    run: ([file = ''], { documents }) =>
      withPlatform((platform) => runImport(platform, file, documents as string | undefined)),
  },
  'docket:export': {
    usage: '<folder>',
    summary: 'a complete archive that docket:import reads back',
    takes: [1, 1],
    run: ([folder = '']) => withPlatform((platform) => runExport(platform, folder)),
  },
  'subscribers:import': {
    usage: '<file.csv> [--dry-run]',
    summary: 'takes over the subscribers of another program, with their unsubscribe links',
    details:
      'The first line names the columns: email, and where there are such token, state (active or unsubscribed) and subscribed_at. All rows or none.',
    options: { 'dry-run': { type: 'boolean' } },
    takes: [1, 1],
    run: ([file = ''], values) =>
      withPlatform((platform) => runSubscriberImport(platform, file, values['dry-run'] === true)),
  },
  'search:rebuild': {
    usage: '',
    summary: 'reads the PDFs for the search anew, page by page, while it serves',
    details:
      'Each document is found by what it said before until it has been read. Interrupted, it can be run again.',
    run: () => withPlatform(runSearchRebuild),
  },
  'statistics:rebuild': {
    usage: '',
    summary: 'counts the downloads anew from their records, while it serves',
    details:
      'The service keeps its figures right by itself; this is for a database that was changed by hand, or restored in parts.',
    run: () => withPlatform((platform) => runRebuild(platform)),
  },
  'admin:create': {
    usage: '--email A [--password-stdin]',
    summary: 'creates an administrator',
    details: passwordDetails,
    options: emailAndPassword,
    required: ['email'],
    run: (_words, values) => withPlatform((platform) => createAdmin(platform, values)),
  },
  'admin:reset-password': {
    usage: '--email A [--password-stdin] [--two-factor-off]',
    summary: 'gives an administrator a new password and ends the sessions',
    details: `${passwordDetails}\n--two-factor-off is for someone who lost the phone and the recovery codes.`,
    options: { ...emailAndPassword, 'two-factor-off': { type: 'boolean' } },
    required: ['email'],
    run: (_words, values) => withPlatform((platform) => resetPassword(platform, values)),
  },
  'admin:list': {
    usage: '',
    summary: 'lists the administrators',
    run: () => withPlatform((platform) => listAdmins(platform)),
  },
  'admin:disable': {
    usage: '--email A',
    summary: 'ends an administrator’s access',
    options: email,
    required: ['email'],
    run: (_words, values) => withPlatform((platform) => disableAdmin(platform, values)),
  },
  'database:migrate': {
    usage: '',
    summary: 'brings the database to this version; serve does it by itself',
    run: () => withPlatform(async () => console.log('The database is at this version.')),
  },
  'database:backup': {
    usage: '<file>',
    summary: 'copies the database, safely while it serves',
    takes: [1, 1],
    run: ([file = '']) => withPlatform((platform) => backUpDatabase(platform, file)),
  },
  'database:restore': {
    usage: '<file>',
    summary: 'puts back what database:backup copied, into an empty database',
    details:
      'Overwrites nothing. On PostgreSQL wholly or not at all. deploy/restore.sh puts back the documents as well.',
    takes: [1, 1],
    // Without opening the platform, which would make the tables first.
    run: ([file = '']) => restoreDatabase(loadConfig(), file),
  },
  'database:copy': {
    usage: '--to URL [--snapshot]',
    summary: 'moves everything to another database, for example PostgreSQL',
    details:
      'Copies into an empty database, which it makes ready first, wholly or not at all: when something fails, run it again. Stop the service before; --snapshot copies while it goes on, as a rehearsal.',
    options: { to: { type: 'string' }, snapshot: { type: 'boolean' } },
    required: ['to'],
    run: (_words, values) => withPlatform((platform) => runDatabaseCopy(platform, values)),
  },
  'secret:accept': {
    usage: '',
    summary: 'ties the database to the SECRET_KEY that is configured now',
    details:
      'For a key that was changed on purpose, or lost. Stop every process with the old key first; the service does not start with a key that its database does not know.\nThe authenticator apps of administrators work no more after it; their recovery codes do. It names whom this concerns, and turns nobody’s two-factor sign-in off.',
    run: () => withPlatform((platform) => acceptKey(platform)),
  },
  'storage:copy': {
    usage: '--to URL [--dry-run] [--quick]',
    summary: 'copies every document’s file from STORAGE_URL to another storage',
    details:
      'Checks each SHA-256 on both sides; what is there and right is skipped, so it can be run again. Safe while it serves.\n--to file:/srv/docket/documents or s3://bucket/prefix?endpoint=…&region=…\n--dry-run only tells what there is to do. --quick takes a file of the right length for right.',
    options: {
      to: { type: 'string' },
      'dry-run': { type: 'boolean' },
      quick: { type: 'boolean' },
    },
    required: ['to'],
    run: (_words, values) => withPlatform((platform) => runStorageCopy(platform, values)),
  },
}

async function withPlatform<T>(work: (platform: Platform) => Promise<T>): Promise<T> {
  const platform = await openPlatform(loadConfig())
  try {
    return await work(platform)
  } finally {
    await closePlatform(platform)
  }
}
