import { setTimeout as sleep } from 'node:timers/promises'
import type { ImapFlow, ImapFlowOptions } from 'imapflow'
import { isThisMachine } from '../../../platform/mail/smtp-outcome.ts'
import { oneLine } from '../../../shared/clean-text.ts'
import { handleReport, type ReportPlatform, setAsideReport } from './handle-report.ts'
import { beginReportReading, endReportReading, markMailbox } from './queries.ts'
import { MAX_REPORT_BYTES, type ReadingLimits } from './read-report.ts'

interface WatchOptions {
  /** Used if the server has no IDLE. */
  pollMs?: number
  retryMs?: number
  limits?: Omit<ReadingLimits, 'signal'>
}

const IDLE_MS = 5 * 60_000
const CHECK_MS = 10_000
/** A message whose reading was begun this many times, and cut short by the end of the program each time, is set aside. */
const MAX_ATTEMPTS = 2

/**
 * Reads the reports in BOUNCE_MAILBOX as they arrive, oldest first, and marks each as seen once it has been handled or set
 * aside. A report in progress when the program dies is handled again, which is harmless. Nothing is deleted or answered.
 */
export function createMailboxWatch(
  platform: ReportPlatform,
  { pollMs = 60_000, retryMs = 30_000, limits = {} }: WatchOptions = {},
) {
  const { config, db, clock, log } = platform
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | undefined
  let client: ImapFlow | undefined

  async function run(url: string): Promise<void> {
    while (!signal.aborted) {
      try {
        await watch(url)
      } catch (error) {
        if (signal.aborted) return
        const problem = problemOf(error)
        log.warn({ problem }, 'bounce mailbox cannot be read')
        await markMailbox(db, problem, clock()).catch(() => {})
      }
      await sleep(retryMs, undefined, { signal }).catch(() => {})
    }
  }

  async function watch(url: string): Promise<void> {
    const { imap, open } = await createClient(url, { maxIdleTime: IDLE_MS, disableAutoIdle: true })
    if (signal.aborted) return
    client = imap
    try {
      await open()
      while (!signal.aborted && imap.usable) {
        // Subscribe before reading: the server announces mail that arrives during the read only once.
        const news = Promise.withResolvers<void>()
        imap.once('exists', news.resolve)
        imap.once('close', news.resolve)
        await readNew(imap)
        await markMailbox(db, '', clock())
        await waitForMessages(imap, news)
        imap.off('exists', news.resolve)
        imap.off('close', news.resolve)
      }
    } finally {
      imap.close()
      client = undefined
    }
  }

  async function readNew(imap: ImapFlow): Promise<void> {
    const uids = await imap.search({ seen: false }, { uid: true })
    for (const uid of uids || []) {
      if (signal.aborted) return
      // Only an attempt that ends the program counts.
      await readOne(imap, uid).finally(() => endReportReading(db).catch(() => {}))
    }
  }

  async function readOne(imap: ImapFlow, uid: number): Promise<void> {
    const range = String(uid)
    const source = { start: 0, maxLength: MAX_REPORT_BYTES }
    const { uidValidity } = imap.mailbox || {}
    if ((await beginReportReading(db, `${uidValidity}/${uid}`)) > MAX_ATTEMPTS) {
      await setAsideReport(platform, 'the program ended each time it was read')
    } else {
      const message = await imap.fetchOne(range, { source }, { uid: true })
      const { source: raw } = message || {}
      if (raw) await handleReport(platform, raw, { ...limits, signal })
    }
    await imap.messageFlagsAdd(range, ['\\Seen'], { uid: true })
  }

  /** Uses IDLE if the server supports it, and always polls from time to time. */
  async function waitForMessages(imap: ImapFlow, { promise, resolve }: PromiseWithResolvers<void>) {
    const send = () => resolve()
    signal.addEventListener('abort', send)
    const timer = setTimeout(send, imap.capabilities.has('IDLE') ? IDLE_MS : pollMs)
    if (imap.capabilities.has('IDLE')) imap.idle().catch(send)
    await promise
    clearTimeout(timer)
    signal.removeEventListener('abort', send)
  }

  return {
    start(): void {
      const { bounceMailbox } = config.mail
      if (bounceMailbox) running ??= run(bounceMailbox)
    },
    async stop(): Promise<void> {
      stopping.abort()
      client?.close()
      await running
    },
  }
}

/** Opens the mailbox and reads nothing. @returns what is wrong */
export async function checkMailbox(url: string): Promise<string | undefined> {
  const limits = { connectionTimeout: CHECK_MS, greetingTimeout: CHECK_MS, socketTimeout: CHECK_MS }
  const { imap, open } = await createClient(url, limits)
  try {
    await open()
    return undefined
  } catch (error) {
    return problemOf(error)
  } finally {
    imap.close()
  }
}

/** @param url such as `imaps://user:password@host:993/INBOX` */
async function createClient(url: string, settings: Partial<ImapFlowOptions>) {
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  const secure = protocol === 'imaps:'
  const folder = decodeURIComponent(pathname.slice(1)) || 'INBOX'
  // A third of the server's code, and few have such a mailbox.
  const { ImapFlow } = await import('imapflow')
  const imap = new ImapFlow({
    ...settings,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    // Otherwise an attacker could strip STARTTLS and read the password.
    ...(!secure && !isThisMachine(hostname) && { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
  })
  // The command in progress also throws connection errors, so the event can be ignored.
  imap.on('error', () => {})
  const open = async () => {
    await imap.connect()
    await imap.mailboxOpen(folder)
  }
  return { imap, open }
}

function problemOf(error: unknown): string {
  const { message, responseText, authenticationFailed } = error as Error &
    Partial<{ responseText: string; authenticationFailed: boolean }>
  if (authenticationFailed)
    return 'The mail server did not accept the user name and password of BOUNCE_MAILBOX.'
  return `The mailbox cannot be read: ${oneLine(responseText || message).slice(0, 200)}`
}
