const WIDTH = 24
const EVERY_MS = 200
const MB = 1024 * 1024

export interface ProgressBar {
  show(bytes: number, lines: number): void
  /** Wipes it, so that what follows begins on a clean line. */
  end(): void
}

/**
 * One line on a terminal: share, megabytes, lines a second, time left. Elsewhere, nothing.
 * @param total bytes; undefined where nobody knows (standard input)
 */
export function createProgressBar(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write' | 'columns'>,
  total: number | undefined,
  now: () => number,
): ProgressBar {
  if (!stream.isTTY) return { show() {}, end() {} }
  const began = now()
  let shown = Number.NEGATIVE_INFINITY
  return {
    show(bytes, lines) {
      if (now() - shown < EVERY_MS) return
      shown = now()
      const text = describeProgress(bytes, lines, total, (shown - began) / 1000)
      stream.write(`\r\x1b[K${text.slice(0, (stream.columns || 80) - 1)}`)
    },
    end() {
      stream.write('\r\x1b[K')
    },
  }
}

/** @param seconds since the beginning */
export function describeProgress(
  bytes: number,
  lines: number,
  total: number | undefined,
  seconds: number,
): string {
  const count = (value: number) => Math.floor(value).toLocaleString('en-US')
  const speed = `${count(lines / Math.max(seconds, 0.001))} lines/s`
  if (total === undefined) return `${count(bytes / MB)} MB, ${count(lines)} lines, ${speed}`
  const share = total === 0 ? 1 : Math.min(bytes / total, 1)
  const full = Math.round(share * WIDTH)
  const left = share > 0 ? describeTime((seconds * (1 - share)) / share) : '?'
  const bar = `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}]`
  return `${bar} ${Math.floor(share * 100)} % of ${count(total / MB)} MB, ${speed}, ${left} left`
}

function describeTime(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
