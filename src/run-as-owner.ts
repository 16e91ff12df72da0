import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import {
  type Config,
  ConfigurationError,
  loadConfig,
  setEnvironment,
  settleEnvironment,
} from './config.ts'
import { CommandError } from './platform/command-error.ts'
import { sqliteFile } from './platform/database/connect.ts'
import { storageFolder } from './platform/files/open-storage.ts'
import { projectRoot } from './platform/project-root.ts'

/**
 * As root, becomes the user to whom the data belongs, before anything is written: the service could not read files that root
 * leaves there.
 * @returns who that is, for messages; undefined if nothing changed
 * @throws CommandError if that is not one user, or one who cannot run the program
 */
export function runAsOwner(): string | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owners = listDataPaths().map(findOwner)
  const [owner, other] = new Map(
    owners.filter((one) => one !== undefined).map((one) => [one.uid, one]),
  ).values()
  if (!owner) return undefined
  if (other)
    throw new CommandError(
      `${owner.path} and ${other.path} belong to different users: run this as the service's user, not as root`,
    )
  // That user may not be able to read the `.env` that root can.
  settleEnvironment()
  const program = projectRoot()
  become(owner)
  refuseHiddenProgram(owner.path, program)
  return `the owner of ${owner.path}`
}

/** Where the commands write. None if a setting is wrong: then the command refuses it, or does without the data. */
function listDataPaths(): string[] {
  const config = findConfig()
  if (!config) return []
  const { dataDir, databaseUrl, storageUrl } = config
  const paths = [dataDir, sqliteFile(databaseUrl), storageFolder(storageUrl)]
  return paths.filter((path) => path !== undefined)
}

function findConfig(): Config | undefined {
  try {
    return loadConfig()
  } catch (error) {
    if (error instanceof ConfigurationError) return undefined
    throw error
  }
}

interface Owner {
  path: string
  uid: number
  gid: number
}

/** @returns undefined if the path does not exist, or belongs to root */
function findOwner(path: string): Owner | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && stats.uid !== 0 ? { path, uid: stats.uid, gid: stats.gid } : undefined
}

/** Node's types lack it. */
const withGroups = process as unknown as { initgroups(user: string, group: number): void }

function become({ uid, gid }: Owner): void {
  const user = findUser(uid)
  if (user) withGroups.initgroups(user.username, user.gid)
  else process.setgroups?.([gid])
  process.setgid?.(user?.gid ?? gid)
  process.setuid?.(uid)
  // For the files that libraries look for there, such as credentials.
  if (user) setEnvironment({ HOME: user.homedir, USER: user.username, LOGNAME: user.username })
}

/** @returns undefined if the system has no such user, as for a folder that a container shares */
function findUser(uid: number) {
  process.seteuid?.(uid)
  try {
    return userInfo()
  } catch {
    return undefined
  } finally {
    process.seteuid?.(0)
  }
}

function refuseHiddenProgram(path: string, program: string): void {
  try {
    readdirSync(program)
    accessSync(process.execPath, constants.X_OK)
  } catch {
    throw new CommandError(
      `${path} does not belong to root, and its owner cannot read the program in ${program}: move the program, for example to /srv/docket`,
    )
  }
}
