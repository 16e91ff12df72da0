import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { InspectionMessage, type InspectionRequest, MAX_MESSAGE_BYTES } from './messages.ts'

/* A JSON value on each line. Node's own channel between processes would buffer and parse whatever is sent, however long. */

const STARTS_WITHIN_MS = 60_000
/** Of all messages about one file. */
const MAX_ANSWER_BYTES = 48 * 1024 * 1024
const LAST: readonly InspectionMessage['kind'][] = ['refused', 'finished', 'answered', 'unreadable']

/** Uploads come in bursts; an idle process is ended to free its memory. */
const IDLE_MS = 60_000

export type PdfReader = ReturnType<typeof createPdfReader>

interface ProcessOptions {
  program: string
  memoryMegabytes: number
  /** For opening a file; the next two for all of its pages, which take about 30 ms each and are given more. */
  timeLimitMs: number
  checkLimitMs: number
  pageLimitMs: number
}

/** Reads files one at a time in a process that starts on first use and is replaced if it fails. */
export function createPdfReader({ timeLimitMs, checkLimitMs, ...options }: ProcessOptions) {
  let child: ReturnType<typeof start> | undefined
  let [isReady, isSpent] = [false, false]
  let rest: NodeJS.Timeout | undefined

  const kill = () => void child?.kill('SIGKILL')
  const hasEnded = () => !child || child.exitCode !== null || child.signalCode !== null

  async function stop(): Promise<void> {
    clearTimeout(rest)
    isReady = false
    if (child?.pid !== undefined && !hasEnded()) {
      const exit = once(child, 'exit')
      kill()
      await exit
    }
  }

  async function begin() {
    clearTimeout(rest)
    if (child && isReady && !hasEnded()) return child
    await stop()
    const started = start(options)
    child = started
    isSpent = false
    const timer = setTimeout(kill, STARTS_WITHIN_MS)
    try {
      for await (const message of messagesFrom(started.stdout)) isReady = message.kind === 'ready'
    } finally {
      clearTimeout(timer)
    }
    if (isReady) return started
    await stop()
    const how = started.signalCode ?? started.exitCode
    throw new Error(`the program that opens PDFs exited at startup (${how})`)
  }

  return {
    /** Whether it can take a request: it is running, and has answered every earlier one in full. */
    isReady: () => isReady && !hasEnded(),
    /** Yields messages until the answer is complete, or the process ends, misbehaves, or takes too long: then it is killed. */
    async *send(request: InspectionRequest): AsyncGenerator<InspectionMessage> {
      const { stdin, stdout } = await begin()
      isReady = false
      stdin.write(`${JSON.stringify(request)}\n`)
      const isSinglePage = request.place || request.scannedPage
      let timer = setTimeout(kill, isSinglePage ? checkLimitMs : timeLimitMs)
      try {
        for await (const message of messagesFrom(stdout)) {
          isSpent ||= message.kind === 'spent'
          // Before the caller sees it: the caller may not come back after the last message.
          isReady = LAST.includes(message.kind) && !isSpent
          if (message.kind === 'unreadable') throw new Error(message.error)
          if (message.kind === 'opened') {
            clearTimeout(timer)
            timer = setTimeout(kill, checkLimitMs + message.pageCount * options.pageLimitMs)
          }
          yield message
        }
      } finally {
        clearTimeout(timer)
        if (!isReady) await stop()
        rest = setTimeout(stop, IDLE_MS).unref()
      }
    },
    stop,
  }
}

/** A process, since V8 would end the whole service if a thread exceeded its resourceLimits. It may only read files. */
function start({ program, memoryMegabytes }: Pick<ProcessOptions, 'program' | 'memoryMegabytes'>) {
  const limits = [
    '--permission',
    '--allow-fs-read=*',
    '--allow-worker',
    `--max-old-space-size=${Math.ceil(memoryMegabytes / 2)}`,
  ]
  const child = spawn(process.execPath, [...limits, program, String(memoryMegabytes)], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  // If it cannot be started or written to, it has ended, and so do its messages.
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  return child
}

/** Ends after the last message of an answer, or the first that is not one, or with the process. */
async function* messagesFrom(stdout: Readable): AsyncGenerator<InspectionMessage> {
  for await (const line of readLines(stdout)) {
    const message = parseMessage(line)
    if (!message) return
    yield message
    if (message.kind === 'ready' || LAST.includes(message.kind)) return
  }
}

function parseMessage(line: string): InspectionMessage | undefined {
  try {
    return InspectionMessage.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

async function* readLines(stdout: Readable): AsyncGenerator<string> {
  let pieces: Buffer[] = []
  let [total, length] = [0, 0]
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    let rest: Buffer = chunk
    total += rest.length
    if (total > MAX_ANSWER_BYTES) return
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield Buffer.concat([...pieces, rest.subarray(0, end)]).toString()
      pieces = []
      length = 0
      rest = rest.subarray(end + 1)
    }
    pieces.push(rest)
    length += rest.length
    if (length > MAX_MESSAGE_BYTES) return
  }
}
