import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'

/** One line about the machine, to print beside the figures. */
export function describeMachine(): string {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} × ${cpu?.model.trim()}, ${memory} GiB, Linux ${release()}, Node ${process.version}, ${toolVersion('nginx', '-v')}`
}

function toolVersion(program: string, flag: string): string {
  try {
    return execFileSync('sh', ['-c', `${program} ${flag} 2>&1`])
      .toString()
      .trim()
      .replace('nginx version: ', '')
  } catch {
    throw new Error(`the benchmark needs ${program}: apt-get install nginx-light wrk`)
  }
}

/** Resident memory of a process in bytes. */
export function residentMemory(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

const TICKS_PER_SECOND = 100

/** Processor time so far, in seconds, of a process and its children. */
export function processorSeconds(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13)
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  const theirs = children ? children.split(' ').map((child) => processorSeconds(Number(child))) : []
  const own = (Number(user) + Number(system)) / TICKS_PER_SECOND
  return theirs.reduce((sum, seconds) => sum + seconds, own)
}
