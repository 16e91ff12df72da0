import { rename, rm } from 'node:fs/promises'

/** The file appears complete or not at all (the order of PROMISES 15). */
export async function writeAtomically(
  target: string,
  write: (unfinished: string) => Promise<unknown>,
) {
  const unfinished = `${target}.part`
  try {
    await write(unfinished)
    await rename(unfinished, target)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
