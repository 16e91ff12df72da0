import { builtProgram } from '../../platform/project-root.ts'
import { cutText } from '../../shared/clean-text.ts'
import type { FileReading, Finding, FindingPlace } from './finding-rules.ts'
import { gatherReading } from './gather-reading.ts'
import { type PageReading, UNOPENED_REASONS, type Unopened } from './inspection/messages.ts'
import { createPdfReader, type PdfReader } from './inspection/process.ts'
import { pdfProblem } from './recognize-file.ts'

export type PdfInspection =
  | { accepted: true; pageCount: number; pages: readonly string[]; reading: FileReading }
  | { accepted: false; reason: string }

const SETTINGS = {
  processes: 3,
  timeLimitMs: 60_000,
  checkLimitMs: 120_000,
  pageLimitMs: 50,
  memoryMegabytes: 1024,
}

const MAX_CHARACTERS = 2_000_000

export type PdfInspector = ReturnType<typeof createPdfInspector>

export function createPdfInspector(options: Partial<typeof SETTINGS & { program: string }> = {}) {
  const settings = { ...SETTINGS, program: builtProgram('inspect-pdf-worker.js'), ...options }
  const readers = Array.from({ length: settings.processes }, () => createPdfReader(settings))
  const free = [...readers]
  /** First come, first served: callers send two files at a time, so nobody's many files hold up another's one. */
  const waiting: ((reader: PdfReader) => void)[] = []
  let closed = false

  function assertOpen(): void {
    if (closed) throw new Error('the PDF inspector was closed')
  }

  async function borrow<T>(work: (reader: PdfReader) => Promise<T>, signal?: AbortSignal) {
    const reader = free.pop() ?? (await new Promise<PdfReader>((use) => waiting.push(use)))
    const stop = () => void reader.stop()
    try {
      assertOpen()
      signal?.throwIfAborted()
      signal?.addEventListener('abort', stop)
      const result = await work(reader).finally(assertOpen)
      signal?.throwIfAborted()
      return result
    } finally {
      signal?.removeEventListener('abort', stop)
      const next = waiting.shift()
      if (next) next(reader)
      else free.push(reader)
    }
  }

  return {
    /** @throws if the file cannot be read, the signal aborted, or the inspector was closed */
    async inspect(path: string, fileName: string, signal?: AbortSignal): Promise<PdfInspection> {
      const reason = await pdfProblem(path, fileName)
      if (reason) return { accepted: false, reason }
      return borrow((reader) => read(reader, path), signal)
    },
    /** @returns a PNG of the place or page, with identifiers masked; undefined if it cannot be drawn */
    async picture(path: string, place: FindingPlace): Promise<Buffer | undefined> {
      const png = await borrow((reader) => requestAnswer(reader, { path, place }))
      return png ? Buffer.from(png, 'base64') : undefined
    },
    recognize: (path: string, scannedPage: number) =>
      borrow((reader) => requestAnswer(reader, { path, scannedPage })),
    async close(): Promise<void> {
      closed = true
      await Promise.all(readers.map((reader) => reader.stop()))
    },
  }
}

/** Once a file has opened it is accepted with whatever was read, even if the process dies afterward. */
async function read(reader: PdfReader, path: string): Promise<PdfInspection> {
  const pages = new Map<number, PageReading>()
  let embedded: Finding[] = []
  let pageCount: number | undefined
  let why: Unopened = 'damaged'
  let charactersLeft = MAX_CHARACTERS
  for await (const message of reader.send({ path })) {
    if (message.kind === 'opened') pageCount ??= message.pageCount
    if (message.kind === 'embedded') embedded = message.findings
    if (message.kind === 'refused') why = message.why
    if (message.kind !== 'checked' || message.page.page > (pageCount ?? 0)) continue
    if (pages.has(message.page.page)) continue
    const { page } = message
    const text = cutText(page.text, charactersLeft)
    charactersLeft -= text.length
    pages.set(page.page, { ...page, text })
  }
  if (pageCount === undefined) return { accepted: false, reason: UNOPENED_REASONS[why] }
  const reading = gatherReading(pageCount, [...pages.values()], embedded)
  const texts = Array.from({ length: pageCount }, (_, index) => pages.get(index + 1)?.text ?? '')
  return { accepted: true, pageCount, pages: texts, reading }
}

async function requestAnswer(reader: PdfReader, request: Parameters<PdfReader['send']>[0]) {
  let answer = ''
  for await (const message of reader.send(request)) {
    if (message.kind === 'answered') answer = message.answer
  }
  return answer
}
