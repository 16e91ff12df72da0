import { write, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const STANDARD_OUTPUT = 1
const MAX_WAITING_BYTES = 1024 * 1024
const RETRY_MS = 100
const MAX_RETRIES_AT_EXIT = 10

/**
 * Never holds up a request and never fails. Lines that the output does not take, because its disk is full or its reader is
 * gone or does not read, are dropped and counted. pino's own destination throws instead, and its flush at exit never ends.
 * @param onDropped called with the number of dropped lines once lines can be written again
 * @param put returns how many bytes were written
 */
export function createLogDestination(onDropped: (lines: number) => void, put = putOnOutput) {
  let waiting: string[] = []
  let waitingBytes = 0
  let dropped = 0
  let isWriting = false
  let isCut = false
  /** What is not written yet of the current lines; empty while a write is in progress. */
  let rest = Buffer.alloc(0)

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const lines = takeWaiting()
      if (!(await writeRest())) dropped += lines
      else if (dropped > 0) {
        onDropped(dropped)
        dropped = 0
      }
    }
    isWriting = false
  }

  function takeWaiting(): number {
    const lines = waiting
    // After half a line, so that the next one can be read.
    rest = Buffer.from((isCut ? '\n' : '') + lines.join(''))
    waiting = []
    waitingBytes = 0
    return lines.length
  }

  async function writeRest(): Promise<boolean> {
    while (rest.length > 0) {
      const bytes = rest
      try {
        rest = Buffer.alloc(0)
        const written = await put(bytes)
        isCut = written < bytes.length
        rest = bytes.subarray(written)
      } catch (error) {
        if (!isBusy(error)) return false
        rest = bytes
        // Does not keep the process from exiting.
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
    return true
  }

  return {
    write(line: string): void {
      if (waitingBytes + line.length > MAX_WAITING_BYTES) {
        dropped += 1
        return
      }
      waiting.push(line)
      waitingBytes += line.length
      if (isWriting) return
      isWriting = true
      void writeWaiting()
    },
    /** Writes what still waits, for at most a second. */
    flushAtExit(): void {
      const left = Buffer.concat([rest, Buffer.from(waiting.join(''))])
      waiting = []
      writeAtExit(left)
    },
  }
}

const putOnOutput = async (bytes: Buffer): Promise<number> =>
  (await promisify(write)(STANDARD_OUTPUT, bytes)).bytesWritten

/** A reader that is slow or does not read. */
const isBusy = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EAGAIN'

function writeAtExit(bytes: Buffer): void {
  let left = bytes
  for (let retries = 0; left.length > 0 && retries < MAX_RETRIES_AT_EXIT; ) {
    try {
      left = left.subarray(writeSync(STANDARD_OUTPUT, left))
    } catch (error) {
      if (!isBusy(error)) return
      retries += 1
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
    }
  }
}
