import { accessSync, constants, statSync } from 'node:fs'
import { CommandError } from '../../platform/command-error.ts'
import { describeReadError } from './log-problem.ts'

/**
 * Looks at every file before anything is read or written, so that one wrong name among several does no half of a job.
 * @returns the bytes of them all, undefined where standard input or a pipe is among them
 * @throws CommandError that names each file that cannot be read
 */
export function checkFiles(files: string[]): number | undefined {
  const problems: string[] = []
  let total: number | undefined = 0
  for (const file of files) {
    if (file === '-') {
      total = undefined
      continue
    }
    try {
      accessSync(file, constants.R_OK)
      const stats = statSync(file)
      if (stats.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
      total = stats.isFile() && total !== undefined ? total + stats.size : undefined
    } catch (error) {
      problems.push(`${file} cannot be read: ${describeReadError(error)}`)
    }
  }
  if (problems.length > 0) throw new CommandError(`${problems.join('; ')}. Nothing was imported.`)
  return total
}
