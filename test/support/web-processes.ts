import type { RunningDocket } from './run-docket.ts'

export interface WebProcess {
  /** As in the log. */
  number: number
  pid: number
}

const linesOf = (docket: RunningDocket) =>
  docket
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** The web processes of `docket serve` with WEB_CONCURRENCY, from the supervisor's log. */
export function webProcesses(docket: RunningDocket): WebProcess[] {
  const living = new Map<number, WebProcess>()
  for (const { process, child, pid, msg } of linesOf(docket)) {
    if (process !== 'supervisor' || typeof child !== 'number') continue
    if (msg === 'web process is listening') {
      living.set(child, { number: child, pid: Number(pid) })
    } else living.delete(child)
  }
  return [...living.values()]
}

/** The numbers of the processes that have answered requests. */
export const answering = (docket: RunningDocket): Set<unknown> =>
  new Set(
    linesOf(docket)
      .filter(({ msg }) => msg === 'request')
      .map(({ process }) => process),
  )
