import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { builtProgram } from '../../platform/project-root.ts'
import type { FileReading, Finding, FindingPlace } from './finding-rules.ts'
import { gatherReading } from './gather-reading.ts'
import type { InspectionMessage, InspectionRequest, Unopened } from './inspect-pdf-worker.ts'
import type { PageReading } from './read-page.ts'
import { hasPdfHeader, isCutOff, notPdfReason, readFileEnds } from './recognize-file.ts'

export type PdfInspection =
  | { accepted: true; pageCount: number; pages: readonly string[]; reading: FileReading }
  | { accepted: false; reason: string }

/** The time limits are for reading the text and for checking all pages; a page takes about 30 ms. */
const LIMITS = {
  timeLimitMs: 60_000,
  checkLimitMs: 60_000,
  memoryMegabytes: 1024,
  characterLimit: 2_000_000,
}

export interface PdfInspectorOptions extends Partial<typeof LIMITS> {
  processes?: number
  program?: string
}

export interface PdfInspector {
  /** Rejects if the file cannot be read or the inspector was closed. Reasons for refusal do not include the file name. */
  inspect(path: string, fileName: string): Promise<PdfInspection>
  /**
   * A PNG of the place and its surroundings (or of the whole page, if there is no box), with the place outlined and all but
   * the last four characters of identifiers painted over. @returns undefined if the page cannot be drawn
   */
  picture(path: string, place: FindingPlace): Promise<Buffer | undefined>
  /** OCR text of a scanned page; empty if nothing could be read. */
  recognize(path: string, page: number): Promise<string>
  close(): Promise<void>
}

const STARTS_WITHIN_MS = 60_000
/** pdfjs leaks a little memory with every file. */
const RETIRES_AFTER_FILES = 100
/** Uploads come in bursts; idle processes are ended to free their memory. */
const RESTS_MS = 60_000

const CUT_OFF_REASON =
  'This PDF is incomplete: the end of the file is missing. Download or save it again and add the new file.'

const UNOPENED_REASONS: Record<Unopened, string> = {
  password: 'This PDF requires a password. Save a copy without a password and add that file.',
  'unknown protection':
    'This PDF is protected in a way that keeps readers from opening it. Save or print an unprotected copy and add that file.',
  'no pages':
    'This PDF has no pages. Save it again in the program that created it and add that file.',
  damaged:
    'This PDF is damaged and cannot be opened. Save it again in the program that created it, or print it to PDF, and add that file.',
  'too slow':
    'This PDF took too long to open. Print it to PDF, which makes a simpler file, and add that file.',
}

export function createPdfInspector(options: PdfInspectorOptions = {}): PdfInspector {
  const { processes = 2, ...given } = options
  const reading = { ...LIMITS, program: builtProgram('inspect-pdf-worker.js'), ...given }
  const readers = Array.from({ length: processes }, () => createReader(reading))
  const free = [...readers]
  const waiting: ((reader: Reader) => void)[] = []
  let closed = false

  function unlessClosed(error: unknown): undefined {
    if (!closed) throw error
  }

  async function borrow<T>(work: (process: ChildProcess) => Promise<T>): Promise<T> {
    const reader = free.pop() ?? (await new Promise<Reader>((resolve) => waiting.push(resolve)))
    try {
      const result = closed ? undefined : await reader.use(work).catch(unlessClosed)
      if (closed || result === undefined) throw new Error('the PDF inspector was closed')
      return result
    } finally {
      const next = waiting.shift()
      if (next) next(reader)
      else free.push(reader)
    }
  }

  return {
    inspect: async (path, fileName) => {
      const ends = await readFileEnds(path)
      if (!hasPdfHeader(ends)) return { accepted: false, reason: notPdfReason(ends, fileName) }
      if (isCutOff(ends)) return { accepted: false, reason: CUT_OFF_REASON }
      return borrow((process) => read(process, path, reading))
    },
    picture: async (path, place) => {
      const png = await borrow((process) => look(process, { path, place }, reading))
      return png ? Buffer.from(png, 'base64') : undefined
    },
    recognize: (path, scannedPage) =>
      borrow((process) => look(process, { path, scannedPage }, reading)),
    close: async () => {
      closed = true
      await Promise.all(readers.map((reader) => reader.stop()))
    },
  }
}

type Reader = ReturnType<typeof createReader>
type ReaderOptions = typeof LIMITS & { program: string }

/** Reads files one at a time in a process that starts on first use and is replaced if it dies. */
function createReader(options: ReaderOptions) {
  let child: ChildProcess | undefined
  let files = 0
  let rest: NodeJS.Timeout | undefined

  async function stop(): Promise<void> {
    clearTimeout(rest)
    const stopped = child
    child = undefined
    if (!stopped || hasEnded(stopped)) return
    const exit = once(stopped, 'exit')
    stopped.kill('SIGKILL')
    await exit
  }

  async function use<T>(work: (process: ChildProcess) => Promise<T>): Promise<T> {
    clearTimeout(rest)
    if (!child?.connected || hasEnded(child) || files >= RETIRES_AFTER_FILES) {
      await stop()
      files = 0
      child = spawn(options)
      await begin(child)
    }
    files += 1
    try {
      return await work(child)
    } finally {
      rest = setTimeout(stop, RESTS_MS).unref()
    }
  }

  return { stop, use }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/**
 * A process rather than a thread, because V8 would end the whole service if a thread exceeded its resourceLimits, and
 * because a process can be killed at any time. It may only read files: no writing, no programs, no secrets.
 */
function spawn({ program, memoryMegabytes, characterLimit }: ReaderOptions): ChildProcess {
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

async function begin(child: ChildProcess): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), STARTS_WITHIN_MS)
  await Promise.race([once(child, 'message'), once(child, 'exit')])
  clearTimeout(timer)
  if (hasEnded(child)) {
    const how = child.signalCode ?? child.exitCode
    throw new Error(`the program that opens PDFs ended at its start (${how})`)
  }
}

const LAST: readonly InspectionMessage['kind'][] = ['refused', 'finished', 'looked']

/** Yields messages until the answer is complete or the process ends; kills the process if a step takes too long. */
async function* ask(
  child: ChildProcess,
  request: InspectionRequest,
  { timeLimitMs, checkLimitMs }: ReaderOptions,
) {
  const killIn = (limitMs: number) => setTimeout(() => child.kill('SIGKILL'), limitMs)
  const messages = on(child, 'message', { close: ['disconnect'] })
  // If sending fails, the process has ended, which also ends the messages below.
  child.send(request, () => {})
  let timer = killIn(request.place || request.scannedPage ? checkLimitMs : timeLimitMs)
  try {
    for await (const [message] of messages as AsyncIterable<[InspectionMessage]>) {
      if (message.kind === 'unreadable') throw new Error(message.error)
      if (message.kind === 'read') {
        clearTimeout(timer)
        timer = killIn(checkLimitMs)
      }
      yield message
      if (LAST.includes(message.kind)) break
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Once a file has opened it is accepted with whatever was read, even if the process dies afterward. */
async function read(
  child: ChildProcess,
  path: string,
  options: ReaderOptions,
): Promise<PdfInspection> {
  const texts: string[] = []
  const pages: PageReading[] = []
  let carried: Finding[] = []
  let pageCount: number | undefined
  let why: Unopened | undefined
  for await (const message of ask(child, { path }, options)) {
    if (message.kind === 'opened') pageCount = message.pageCount
    if (message.kind === 'text') texts.push(message.text)
    if (message.kind === 'carried') carried = message.findings
    if (message.kind === 'checked') pages.push(message.page)
    if (message.kind === 'refused') why = message.why
  }
  if (pageCount === undefined) {
    why ??= child.killed ? 'too slow' : 'damaged'
    return { accepted: false, reason: UNOPENED_REASONS[why] }
  }
  const reading = gatherReading(pageCount, pages, carried)
  return { accepted: true, pageCount, pages: searchable(texts, pages), reading }
}

/** Text that cannot be seen is not searchable (PROMISES 32), nor is text on pages that were not checked. */
function searchable(texts: readonly string[], pages: readonly PageReading[]): string[] {
  const checked = new Map(pages.map((page) => [page.page, page]))
  return texts.map((text, index) => {
    const page = checked.get(index + 1)
    return page ? (page.seenText?.slice(0, text.length) ?? text).trim() : ''
  })
}

/** @returns empty also if the process ended before it answered */
async function look(
  child: ChildProcess,
  request: InspectionRequest,
  options: ReaderOptions,
): Promise<string> {
  let answer = ''
  for await (const message of ask(child, request, options)) {
    if (message.kind === 'looked') answer = message.answer
  }
  return answer
}
