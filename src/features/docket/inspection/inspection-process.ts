import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type InspectionMessage, type Unopened, unopenedReason } from './inspection-messages.ts'

export type PdfInspection =
  | { accepted: true; pageCount: number; pages: readonly string[] }
  | { accepted: false; reason: string }

export interface ProcessLimits {
  timeLimitMs: number
  memoryMegabytes: number
  characterLimit: number
}

export interface InspectionProcess {
  /** One file at a time. Rejects only where the disk or the program itself fails; a hostile PDF is refused. */
  inspect(path: string): Promise<PdfInspection>
  isRunning(): boolean
  stop(): Promise<void>
}

interface Job {
  settle: (inspection: PdfInspection) => void
  fail: (error: Error) => void
  pageCount: number | undefined
  pages: string[]
  why: Unopened
}

/** On a busy machine; the limit for the file itself counts from then on. */
const STARTS_WITHIN_MS = 60_000

/**
 * Starts the program that opens PDFs. A process and not a thread: V8 ends the whole process, site and all, when a
 * thread's big array or string outgrows its resourceLimits, and a process can be killed at any moment.
 */
export function startInspectionProcess(program: string, limits: ProcessLimits): InspectionProcess {
  const child = spawn(program, limits)
  let running = true
  let ready = false
  let job: Job | undefined
  let timer: NodeJS.Timeout | undefined

  const finish = (end: (job: Job) => void) => {
    clearTimeout(timer)
    if (job) end(job)
    job = undefined
    child.unref()
    child.channel?.unref()
  }
  const startClock = () => {
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        if (job) job.why = 'too slow'
        child.kill('SIGKILL')
      },
      ready ? limits.timeLimitMs : STARTS_WITHIN_MS,
    )
  }
  const ended = (cause: string) => {
    running = false
    finish((job) => (ready ? job.settle(outcome(job)) : job.fail(new Error(`${program} ${cause}`))))
  }

  child.on('error', (error) => ended(`does not start: ${error.message}`))
  child.on('exit', (code, signal) => {
    const end = () => ended(`ended at its start (${signal ?? code})`)
    // What it told before it died may still be on its way.
    if (child.connected) child.once('disconnect', end)
    else end()
  })
  child.on('message', (message: InspectionMessage) => {
    if (message.kind === 'ready') {
      ready = true
      startClock()
    } else if (message.kind === 'unreadable') {
      finish((job) => job.fail(new Error(message.error)))
    } else if (job && note(job, message)) {
      finish((job) => job.settle(outcome(job)))
    }
  })

  return {
    inspect: (path) => {
      const { promise, resolve: settle, reject: fail } = Promise.withResolvers<PdfInspection>()
      job = { settle, fail, pageCount: undefined, pages: [], why: 'damaged' }
      child.ref()
      child.channel?.ref()
      startClock()
      // Where the file cannot be sent, the process has ended and its exit settles the job.
      child.send(path, () => {})
      return promise
    },
    isRunning: () => running && !child.killed,
    stop: async () => {
      finish((job) => job.fail(new Error('the PDF inspector was closed')))
      if (child.exitCode !== null || child.signalCode !== null) return
      child.ref()
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

/** Notes what the process tells; true once that is all. */
function note(job: Job, message: InspectionMessage): boolean {
  if (message.kind === 'opened') job.pageCount = message.pageCount
  if (message.kind === 'text') job.pages.push(message.text.trim())
  if (message.kind === 'refused') job.why = message.why
  return message.kind === 'finished' || message.kind === 'refused'
}

/** A file that opened is accepted with the text read so far, whatever happened to the process afterwards. */
function outcome({ pageCount, pages, why }: Job): PdfInspection {
  return pageCount === undefined
    ? { accepted: false, reason: unopenedReason(why) }
    : { accepted: true, pageCount, pages }
}

/** It may read files and nothing else: no writing, no programs, no add-ons, no environment with secrets in it. */
function spawn(program: string, { memoryMegabytes, characterLimit }: ProcessLimits): ChildProcess {
  return fork(program, [String(memoryMegabytes), String(characterLimit)], {
    execArgv: [
      '--permission',
      '--allow-fs-read=*',
      '--allow-worker',
      `--max-old-space-size=${Math.ceil(memoryMegabytes / 2)}`,
    ],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
