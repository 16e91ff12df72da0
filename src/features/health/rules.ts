import { hasElapsed } from '../../platform/waits.ts'
import { counted } from '../../shared/number-rules.ts'

/** One line of `docket doctor`; the text says what to do, or why it was not checked. */
export interface Check {
  name: string
  state: 'ok' | 'not ok' | 'not checked'
  text: string
}

export const ok = (text: string) => ({ state: 'ok', text }) as const
export const notOk = (text: string) => ({ state: 'not ok', text }) as const
export const notChecked = (text: string) => ({ state: 'not checked', text }) as const
export type CheckResult = Omit<Check, 'name'>

const HOUR_MS = 3_600_000
export const BACKUP_DUE_MS = 48 * HOUR_MS

/** @param text what deploy/backup.sh wrote @returns milliseconds since 1970; undefined if it says nothing */
export function backupTime(text: string | undefined): number | undefined {
  try {
    const time = Date.parse(JSON.parse(text ?? '').finished_at)
    return Number.isNaN(time) ? undefined : time
  } catch {
    return undefined
  }
}

export function judgeBackup(
  at: number | undefined,
  { now, isPublishing }: { now: number; isPublishing: boolean },
): CheckResult {
  const advice = 'run deploy/backup.sh, and check its timer: systemctl status docket-backup.timer'
  if (at === undefined)
    return isPublishing ? notOk(`there is no backup: ${advice}`) : ok('not needed yet')
  const age = `the last backup ended ${counted(Math.round((now - at) / HOUR_MS), 'hour')} ago`
  return hasElapsed(at, now, BACKUP_DUE_MS) ? notOk(`${age}: ${advice}`) : ok(age)
}

/** @param missing IDs of published documents whose file is missing or damaged */
export function judgeDocuments(missing: readonly number[], count: number): CheckResult {
  if (missing.length === 0) return ok(`${counted(count, 'file')} present`)
  const ids = missing.slice(0, 5).join(', ')
  const which = `${missing.length} of ${count} published documents (ID ${ids}${missing.length > 5 ? ', …' : ''})`
  return notOk(`the files of ${which} are missing or damaged: restore them from a backup`)
}

export const judgePause = (pause: { reply: string } | undefined): CheckResult =>
  pause
    ? notOk(`paused because the mail server is not accepting messages: ${pause.reply}`)
    : ok('not paused')

export const judgeSettings = (problems: readonly string[]): CheckResult =>
  problems.length > 0 ? notOk(problems.join('. ')) : ok('valid')
