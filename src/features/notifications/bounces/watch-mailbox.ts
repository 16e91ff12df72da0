import { setTimeout as sleep } from 'node:timers/promises'
import type { ImapFlow } from 'imapflow'
import { createBackgroundTask } from '../../../platform/background-task.ts'
import { handleReport, type ReportPlatform, setAsideReport } from './handle-report.ts'
import { createClient, MailboxProblem, problemOf, READ_ONLY } from './open-mailbox.ts'
import { beginReportReading, endReportReading, markMailbox } from './queries.ts'
import { MAX_REPORT_BYTES, type ReadingLimits } from './read-report.ts'

/** Readings without an end, after which a message is set aside. Several processes may read the same message at once. */
const MAX_ATTEMPTS = 5

/**
 * Reads the reports in BOUNCE_MAILBOX as they arrive, oldest first, and marks each as seen once it has been handled or set
 * aside. A report in progress when the program dies is handled again, which is harmless. Nothing is deleted or answered.
 */
export function createMailboxWatch(
  platform: ReportPlatform,
  { pollMs = 60_000, retryMs = 30_000, limits = {} as ReadingLimits } = {},
) {
  const { config, db, clock, log } = platform
  const url = config.mail.bounceMailbox ?? ''
  const { signal, ...task } = createBackgroundTask(watch, { everyMs: retryMs, onError })
  /** By UID. A message that its server cannot read, and ends the connection over, comes last and so holds up no other. */
  const failures = new Map<number, number>()
  const failuresOf = (uid: number) => failures.get(uid) ?? 0

  async function onError(error: unknown): Promise<void> {
    const problem = problemOf(error, url)
    log.warn({ problem }, 'bounce mailbox cannot be read')
    await markMailbox(db, problem, clock()).catch(() => {})
  }

  async function watch(): Promise<void> {
    const { imap, open } = await createClient(url, { disableAutoIdle: true })
    if (signal.aborted) return
    const close = () => imap.close()
    signal.addEventListener('abort', close)
    try {
      await open()
      while (!signal.aborted && imap.usable) {
        // Subscribe before reading: the server announces mail that arrives during the read only once.
        const waiting = new AbortController()
        const wake = () => waiting.abort()
        imap.once('exists', wake).once('close', wake)
        await readNew(imap)
        await markMailbox(db, '', clock())
        if (imap.capabilities.has('IDLE')) imap.idle().catch(wake)
        const over = AbortSignal.any([signal, waiting.signal])
        await sleep(pollMs, undefined, { signal: over }).catch(() => {})
        imap.off('exists', wake).off('close', wake)
      }
    } finally {
      signal.removeEventListener('abort', close)
      close()
    }
  }

  async function readNew(imap: ImapFlow): Promise<void> {
    const uids = await imap.search({ seen: false }, { uid: true })
    if (!uids) throw new MailboxProblem('The mail server did not list the messages in the folder.')
    for (const uid of uids.toSorted((a, b) => failuresOf(a) - failuresOf(b))) {
      if (signal.aborted) return
      failures.set(uid, failuresOf(uid) + 1)
      // Only an attempt that ends the program counts.
      await readOne(imap, uid).finally(() => endReportReading(db).catch(() => {}))
      failures.delete(uid)
    }
  }

  async function readOne(imap: ImapFlow, uid: number): Promise<void> {
    const range = String(uid)
    const { uidValidity } = imap.mailbox || {}
    if ((await beginReportReading(db, `${uidValidity}/${uid}`)) > MAX_ATTEMPTS) {
      await setAsideReport(platform, 'the program ended each time it was read')
    } else {
      const source = { start: 0, maxLength: MAX_REPORT_BYTES }
      const { source: raw } = (await imap.fetchOne(range, { source }, { uid: true })) || {}
      // Someone deleted it in the meantime.
      if (!raw) return
      await handleReport(platform, raw, { ...limits, signal })
    }
    const isMarked = await imap.messageFlagsAdd(range, ['\\Seen'], { uid: true })
    if (!isMarked) throw new MailboxProblem(READ_ONLY)
  }

  return {
    start(): void {
      if (url) task.start()
    },
    stop: task.stop,
  }
}
