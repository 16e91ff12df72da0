import { type ExecFileException, execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { builtProgram, projectRoot } from '../../../platform/project-root.ts'
import type { Report } from './report-rules.ts'

/** Enough: the report comes first, and the rest is the returned message. */
export const MAX_REPORT_BYTES = 1_000_000

export interface ReadingLimits {
  /** Milliseconds; an ordinary report takes about 100, most of them to start the process. */
  deadlineMs?: number
  memoryMegabytes?: number
  /** Stops the reading, with an error that says nothing about the message. */
  signal?: AbortSignal
}

export class UnreadableReport extends Error {}

/**
 * Reads the first MAX_REPORT_BYTES of a message, in a process of its own that sees no file and no secret: whatever is in the
 * message, it can only waste that process's time and memory, which are limited (inspect-pdf.ts says why not in a thread).
 * @throws UnreadableReport; any other error is not the message's fault, and reading may be tried again
 */
export function readReportIsolated(
  raw: Buffer,
  recipient: string,
  { deadlineMs = 60_000, memoryMegabytes = 256, signal }: ReadingLimits = {},
): Promise<Report | undefined> {
  const program = builtProgram('read-report-worker.js')
  const options = [
    '--permission',
    `--allow-fs-read=${join(dirname(program), '*')}`,
    `--allow-fs-read=${join(projectRoot(), 'package.json')}`,
    '--allow-worker',
    `--max-old-space-size=${Math.ceil(memoryMegabytes / 2)}`,
  ]
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [...options, program, String(memoryMegabytes)],
      { env: {}, timeout: deadlineMs, killSignal: 'SIGKILL', ...(signal && { signal }) },
      (error, answer) => {
        if (error) reject(isInterrupted(error) ? error : new UnreadableReport(howEnded(error)))
        else resolve(JSON.parse(answer) ?? undefined)
      },
    )
    // A process that ends early does not read everything.
    child.stdin?.on('error', () => {})
    child.stdin?.write(`${recipient}\n`)
    child.stdin?.end(raw.subarray(0, MAX_REPORT_BYTES))
  })
}

/** Stopped with the service, or never started: the message had no part in it. */
const isInterrupted = ({ signal, killed }: ExecFileException) =>
  !killed && (!signal || ['SIGTERM', 'SIGINT', 'SIGHUP'].includes(signal))

const howEnded = ({ killed, signal }: ExecFileException) =>
  killed ? 'it took too long to read' : `it took too much memory to read (${signal})`
