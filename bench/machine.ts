import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'

/** One line about the machine, so that a figure is read with it. */
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
