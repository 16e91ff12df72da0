import { closePlatform, openPlatform } from './app.ts'
import { loadConfig } from './config.ts'
import { createAdmin, disableAdmin, listAdmins, resetAdmin } from './features/accounts/commands.ts'
import { acceptKey } from './features/accounts/passwords/secret-key.ts'
import { runArchive, runVerify } from './features/closing-archive/commands.ts'
import { runFileCheck, runPublishedCheck } from './features/docket/documents/check-command.ts'
import { runStorageCopy } from './features/docket/documents/copy-storage.ts'
import { forgetUnclaimedFiles } from './features/docket/documents/file-queries.ts'
import { runSearchRebuild } from './features/docket/documents/rebuild-search-index.ts'
import { runConfig } from './features/health/config-command.ts'
import { runDoctor } from './features/health/doctor.ts'
import { runExport, runImport } from './features/import-export/commands.ts'
import { LOG_IMPORT_DETAILS, runAccessLogImport } from './features/log-import/commands.ts'
import { runBounce } from './features/notifications/bounces/commands.ts'
import { markRestored } from './features/notifications/deliver/worker-queries.ts'
import { runSubscriberImport } from './features/subscriptions/list/import-subscribers.ts'
import { backUpDatabase, restoreDatabase } from './platform/database/backup.ts'
import { runDatabaseCopy } from './platform/database/copy-database.ts'
import type { Database } from './platform/database/schema.ts'
import type { Platform } from './platform/platform.ts'

/** Loaded only for the commands that need it, because it is large. */
const serving = () => import('./serve.ts')

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>

export interface Command {
  usage?: string
  summary: string
  details?: string
  options?: Record<string, 'flag' | 'text' | 'required text'>
  /** Minimum and maximum number of arguments besides options. */
  takes?: [number, number]
  /** The exit code for failures, if not 1. */
  failed?: number
  /** @returns the exit code, if not 0 */
  run(words: string[], values: Values): Promise<unknown>
}

const emailAndPassword = { email: 'required text', 'password-stdin': 'flag' } as const
const passwordDetails =
  '--password-stdin reads the password from standard input; without it, a strong one is generated and printed once.'

/** CONTRACT section 1. */
export const commands: Record<string, Command> = {
  serve: {
    summary: 'runs the web service, with the delivery worker inside it',
    run: async () => (await serving()).serve(),
  },
  worker: {
    summary: 'runs the delivery worker alone, for installations with several processes',
    run: async () => (await serving()).work(),
  },
  'documents:check': {
    usage: '[file.pdf...] [--json]',
    summary: 'checks PDFs for content that should not be public',
    details:
      'Without files, checks all published documents. Finds hidden text, personal identifiers, sealing legends, embedded data, and signs of a wrong file. Does not find names of minors, faces, handwriting, or anything visible only in a scan.\n--json prints one object. The exit status is 1 if anything is found.',
    options: { json: 'flag' },
    takes: [0, Number.POSITIVE_INFINITY],
    run: (files, { json }) =>
      files.length > 0
        ? runFileCheck(loadConfig, files, json === true)
        : withPlatform((platform) => runPublishedCheck(platform, json === true)),
  },
  'documents:import-access-log': {
    usage: '<file...> [options]',
    summary: 'backfills download records from old access logs',
    details: LOG_IMPORT_DETAILS,
    options: { 'dry-run': 'flag', json: 'flag', since: 'text', until: 'text', before: 'text' },
    takes: [1, Number.POSITIVE_INFINITY],
    run: (files, values) => withPlatform((platform) => runAccessLogImport(platform, files, values)),
  },
  'mail:bounce': {
    usage: '< report',
    summary: 'reads one delivery report or complaint from standard input',
    details:
      'For the mail server’s pipe to MAIL_BOUNCE_ADDRESS (docs/operating-mail.md). Prints the result; ignores anything that is not a report. The exit status is 75 if the mail server should try again.',
    // EX_TEMPFAIL: the mail server keeps the report and tries again; with any other code the report would be lost.
    failed: 75,
    run: () => withPlatform((platform) => runBounce(platform, process.stdin)),
  },
  'docket:import': {
    usage: '<docket.json> [--documents <folder>]',
    summary: 'loads entries and PDFs',
    details:
      'Reads what docket:export writes, and the public RECAP docket JSON. Running it again changes nothing.',
    options: { documents: 'text' },
    takes: [1, 1],
    run: ([file = ''], { documents }) =>
      withPlatform((platform) => runImport(platform, file, documents as string | undefined)),
  },
  'docket:export': {
    usage: '<folder>',
    summary: 'writes a complete archive that docket:import reads back',
    takes: [1, 1],
    run: ([folder = '']) => withPlatform((platform) => runExport(platform, folder)),
  },
  'docket:archive': {
    usage: '<folder> [--since DATE]',
    summary: 'writes the public site as files that need no server',
    details:
      'For the end of a case, or before. Run it again to bring the folder up to date: only what changed is written. If it is interrupted, run it again.\n--since DATE skips PDFs that have not changed since that day (2026-07-30).',
    options: { since: 'text' },
    takes: [1, 1],
    run: async ([folder = ''], { since }) => {
      const { createWebServer } = await import('./web-server.ts')
      const request = { folder, since: since as string | undefined }
      return withPlatform((platform) => runArchive(platform, createWebServer, request))
    },
  },
  'archive:verify': {
    usage: '<folder>',
    summary: 'checks what docket:archive wrote; needs nothing but the folder',
    details: 'The exit status is 1 if a file is missing, differs, or is not in the manifest.',
    takes: [1, 1],
    run: ([folder = '']) => runVerify(folder),
  },
  'subscribers:import': {
    usage: '<file.csv> [--dry-run]',
    summary: 'imports another program’s subscribers, with their unsubscribe links',
    details:
      'The first line names the columns: email, and optionally token, state (active or unsubscribed), and subscribed_at. Other programs’ columns that say who has left are understood or refused. Imports all rows or none.',
    options: { 'dry-run': 'flag' },
    takes: [1, 1],
    run: ([file = ''], values) =>
      withPlatform((platform) => runSubscriberImport(platform, file, values['dry-run'] === true)),
  },
  'search:rebuild': {
    summary: 'rebuilds the search index from the PDFs; safe while serving',
    details:
      'Searches use the old index until each document has been reread. If it is interrupted, run it again.',
    run: () => withPlatform(runSearchRebuild),
  },
  'admin:create': {
    usage: '--email A [--password-stdin]',
    summary: 'creates an administrator',
    details: passwordDetails,
    options: emailAndPassword,
    run: (_words, values) => withPlatform((platform) => createAdmin(platform, values)),
  },
  'admin:reset-password': {
    usage: '--email A [options]',
    summary: 'sets a new password and signs the administrator out everywhere',
    details: `${passwordDetails}\n--two-factor-off is for someone who lost both their phone and their recovery codes.`,
    options: { ...emailAndPassword, 'two-factor-off': 'flag' },
    run: (_words, values) => withPlatform((platform) => resetAdmin(platform, values)),
  },
  'admin:list': {
    summary: 'lists the administrators',
    run: () => withPlatform(listAdmins),
  },
  'admin:disable': {
    usage: '--email A',
    summary: 'disables an administrator’s account',
    options: { email: 'required text' },
    run: (_words, values) => withPlatform((platform) => disableAdmin(platform, values)),
  },
  config: {
    usage: '[NAME] [--json]',
    summary: 'prints the settings in force, and where each comes from',
    details:
      'Secrets are masked. With a NAME, prints only that value, unmasked, for scripts: docket config DATA_DIR\n--json prints one object with each setting’s value and source (environment, .env, or default).',
    options: { json: 'flag' },
    takes: [0, 1],
    run: ([name], { json }) => runConfig(name, json === true),
  },
  doctor: {
    usage: '[--hashes] [--send] [--json]',
    summary: 'checks the installation, and says how to fix what is wrong',
    details:
      'Checks settings, files, disk, database, documents, the last backup, PUBLIC_URL from outside in, mail server, SPF, DKIM, DMARC, bounce mailbox, and clock. The exit status is 1 if something is not ok.\n--hashes reads every published document and compares its SHA-256.\n--send sends a message to NOTIFICATIONS_TEST_RECIPIENT.',
    options: { hashes: 'flag', send: 'flag', json: 'flag' },
    run: (_words, { hashes, send, json }) =>
      runDoctor({ hashes: hashes === true, send: send === true }, json === true),
  },
  'database:migrate': {
    summary: 'upgrades the database to this version; serve does so automatically',
    run: () => withPlatform(async () => console.log('The database is up to date.')),
  },
  'database:backup': {
    usage: '<file>',
    summary: 'backs up the database; safe while serving',
    takes: [1, 1],
    run: ([file = '']) => withPlatform(({ config }) => backUpDatabase(config.databaseUrl, file)),
  },
  'database:restore': {
    usage: '<file>',
    summary: 'restores a database:backup into an empty database',
    details:
      'Overwrites nothing. On PostgreSQL, all or nothing. deploy/restore.sh restores the documents as well.\nMessages that were waiting when the backup was taken may have been sent since: they are marked uncertain, and an administrator can send them again.',
    takes: [1, 1],
    // Opening the platform would create the tables first.
    run: ([file = '']) => restoreDatabase(loadConfig().databaseUrl, file, settleCopy),
  },
  'database:copy': {
    usage: '--to URL',
    summary: 'copies everything to another database, for example PostgreSQL',
    details:
      'Copies into an empty database, all or nothing; if it fails, run it again. Stop the service first.',
    options: { to: 'required text' },
    run: (_words, { to }) => withPlatform((platform) => runDatabaseCopy(platform, to)),
  },
  'secret:accept': {
    summary: 'accepts the configured SECRET_KEY for this database',
    details:
      'For a key that was changed on purpose, or lost. First stop every process that uses the old key. The service does not start with a key its database does not recognize.\nAdministrators’ authenticator apps no longer work afterward; their recovery codes do. The command lists those affected. It does not turn off anyone’s two-factor sign-in.',
    run: () => withPlatform(acceptKey),
  },
  'storage:copy': {
    usage: '--to URL [--quick]',
    summary: 'copies every document file from STORAGE_URL to another storage',
    details:
      'Checks each SHA-256 on both sides and skips files already copied, so you can run it again. Safe while serving.\n--to file:/srv/docket/documents or s3://bucket/prefix?endpoint=…&region=…\n--quick compares only file sizes for files already there.',
    options: { to: 'required text', quick: 'flag' },
    run: (_words, values) => withPlatform((platform) => runStorageCopy(platform, values)),
  },
}

/** The original may have sent what waits in a copy, and its files are not the copy's. */
async function settleCopy(db: Database): Promise<void> {
  await markRestored(db)
  await forgetUnclaimedFiles(db)
}

async function withPlatform<T>(work: (platform: Platform) => Promise<T>): Promise<T> {
  const platform = await openPlatform(loadConfig())
  try {
    return await work(platform)
  } finally {
    await closePlatform(platform)
  }
}
