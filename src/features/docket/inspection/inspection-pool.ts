import type { InspectionProcess, PdfInspection } from './inspection-process.ts'

/** pdfjs keeps a little of every file; a new process starts clean, before that comes near the memory limit. */
const RETIRES_AFTER_FILES = 100
/** Uploads come in bursts; in between, the memory is given back. */
const RESTS_MS = 60_000

interface Member {
  process: InspectionProcess
  files: number
  rest: NodeJS.Timeout | undefined
}

export interface InspectionPool {
  /** Waits for a free process, in the order of the calls. */
  inspect(path: string): Promise<PdfInspection>
  close(): Promise<void>
}

/** Starts a process when a file needs one, at most `size`; one that died is replaced by the next file's. */
export function createInspectionPool(size: number, start: () => InspectionProcess): InspectionPool {
  const members = new Set<Member>()
  const resting: Member[] = []
  const waiting: (() => void)[] = []
  let busy = 0
  let closed = false

  const dismiss = (member: Member) => {
    clearTimeout(member.rest)
    members.delete(member)
    return member.process.stop()
  }
  const enlist = () => {
    const member: Member = { process: start(), files: 0, rest: undefined }
    members.add(member)
    return member
  }
  const take = (): Member => {
    if (closed) throw new Error('the PDF inspector is closed')
    const member = resting.pop() ?? enlist()
    clearTimeout(member.rest)
    if (member.process.isRunning()) return member
    members.delete(member)
    return take()
  }
  const putBack = (member: Member) => {
    if (closed || member.files >= RETIRES_AFTER_FILES || !member.process.isRunning()) {
      dismiss(member)
      return
    }
    resting.push(member)
    member.rest = setTimeout(() => {
      resting.splice(resting.indexOf(member), 1)
      dismiss(member)
    }, RESTS_MS)
    member.rest.unref()
  }

  return {
    inspect: async (path) => {
      if (busy < size) busy += 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        const member = take()
        member.files += 1
        return await member.process.inspect(path).finally(() => putBack(member))
      } finally {
        const next = waiting.shift()
        if (next) next()
        else busy -= 1
      }
    },
    close: async () => {
      closed = true
      await Promise.all([...members].map(dismiss))
    },
  }
}
