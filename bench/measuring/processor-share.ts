import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'

/** In microseconds: short, so that a process that has used up its share pauses only briefly. */
const PERIOD = 10_000

interface ShareControl {
  folder: string
  write(folder: string, quota: number): void
}

/** Where root can set a share in the kernel: control groups version 2 or 1. */
function findControl(): ShareControl | undefined {
  const root = '/sys/fs/cgroup'
  const hasSecond = existsSync(`${root}/cgroup.controllers`)
  if (hasSecond && readFileSync(`${root}/cgroup.subtree_control`, 'utf8').includes('cpu')) {
    return {
      folder: root,
      write: (folder, quota) => writeFileSync(`${folder}/cpu.max`, `${quota} ${PERIOD}`),
    }
  }
  if (!existsSync(`${root}/cpu/cpu.cfs_quota_us`)) return undefined
  return {
    folder: `${root}/cpu`,
    write(folder, quota) {
      writeFileSync(`${folder}/cpu.cfs_period_us`, String(PERIOD))
      writeFileSync(`${folder}/cpu.cfs_quota_us`, String(quota))
    },
  }
}

/**
 * Limits each process of the tree to a number of cores.
 * @returns a function that removes the limits; undefined if this machine cannot limit them
 */
export function holdEach(pid: number, cores: number): (() => void) | undefined {
  try {
    const control = findControl()
    if (!control) return undefined
    const pids = treeOf(pid)
    for (const each of pids) hold(control, each, cores)
    return () => {
      for (const each of pids) release(control, each)
    }
  } catch (error) {
    console.log(`  no shares of a processor: ${(error as Error).message}`)
    return undefined
  }
}

const groupOf = ({ folder }: ShareControl, pid: number) => `${folder}/docket-bench-${pid}`

function hold(control: ShareControl, pid: number, cores: number): void {
  const group = groupOf(control, pid)
  mkdirSync(group)
  control.write(group, cores * PERIOD)
  writeFileSync(`${group}/cgroup.procs`, String(pid))
}

function release(control: ShareControl, pid: number): void {
  writeFileSync(`${control.folder}/cgroup.procs`, String(pid))
  rmdirSync(groupOf(control, pid))
}

function treeOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean),
  )
  return [pid, ...children.flatMap((child) => treeOf(Number(child)))]
}
