import { accessSync, constants, statSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { CommandError, describeReadError, UsageError } from '../../platform/command-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { showProgress } from '../../platform/show-progress.ts'
import { isCalendarDate } from '../../shared/field-rules.ts'
import { addDays, startOfDay } from '../statistics/figures/site-days.ts'
import { importAccessLog } from './import-access-log.ts'
import { readJsonTime } from './lines/line-parts.ts'
import { logImportReport } from './summary.ts'

export const LOG_IMPORT_DETAILS = `Reads logs of nginx, Apache, Caddy, and Traefik: plain, gzip, bzip2, or zstd, or - for standard input. Running it again
adds nothing.

--dry-run      reads and counts, but writes nothing
--since TIME   skips earlier lines: a date (2026-07-30) or a time (2026-07-30T14:00:00-04:00)
--until TIME   skips later lines; a date includes the whole day
--before TIME  imports everything before this time, instead of before the first download that the service recorded
--json         prints the summary as JSON`

/** V8 would put off garbage collection until an import has taken 290 MB; with these it takes 180 (PROMISES 23: below 200). */
const FLAGS = ['--semi-space-growth-factor=1', '--heap-growing-percent=50']

const MB = 1024 * 1024

export async function runAccessLogImport(
  platform: Platform,
  files: string[],
  values: Record<string, unknown>,
): Promise<number> {
  for (const flag of FLAGS) setFlagsFromString(flag)
  const { timeZone } = platform.config
  const total = files.reduce((sum, file) => sum + sizeOf(file), 0)
  const show = Number.isNaN(total) ? () => {} : showProgress('MB')
  const summary = await importAccessLog(platform, {
    ...readTimes(values, timeZone),
    files,
    dryRun: values['dry-run'] === true,
    onReading: (bytes) => show(Math.ceil(bytes / MB), Math.ceil(total / MB)),
    onWaiting: () => console.error('Another import is running. Waiting for it to finish.'),
  })
  const isJson = values.json === true
  console.log(isJson ? JSON.stringify(summary, null, 2) : logImportReport(summary, timeZone))
  return summary.complete ? 0 : 1
}

/** In bytes; NaN for standard input or a pipe. */
function sizeOf(file: string): number {
  if (file === '-') return Number.NaN
  try {
    accessSync(file, constants.R_OK)
    const stats = statSync(file)
    return stats.isFile() ? stats.size : Number.NaN
  } catch (error) {
    const reason = describeReadError(error)
    throw new CommandError(`${file} cannot be read: ${reason}. Nothing was imported.`)
  }
}

function readTimes(values: Record<string, unknown>, timeZone: string) {
  /** @param days added to a date: the end of a day is the start of the next one */
  function read(name: string, days = 0): number | undefined {
    const value = values[name]
    if (typeof value !== 'string') return undefined
    if (isCalendarDate(value)) return startOfDay(addDays(value, days), timeZone)
    const time = readJsonTime(value.replace(/T(\d\d:\d\d)(?=Z|[+-]|$)/, 'T$1:00'), timeZone)
    if (!Number.isNaN(time)) return time
    throw new UsageError(
      `--${name} ${value} is not a date or time. Write 2026-07-30 or 2026-07-30T14:00:00-04:00.`,
    )
  }
  const since = read('since') ?? Number.NEGATIVE_INFINITY
  const until = read('until', 1) ?? Number.POSITIVE_INFINITY
  if (since >= until) throw new UsageError('--since is after --until, so no lines could match.')
  return { since, until, before: read('before') }
}
