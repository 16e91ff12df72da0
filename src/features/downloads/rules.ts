import { isbot } from 'isbot'

/** isbot's patterns are linear, but nobody needs more than this to be recognised. */
const READ_CHARACTERS = 2000

/**
 * Whether the user agent is on the maintained list of robots (isbot): crawlers, link checkers, command-line tools.
 * An empty one, or `-` as access logs write it, is unknown and counts as a person: common-format logs have none, and
 * downloads backfilled from them must not vanish when robots are excluded.
 */
export function isRobot(userAgent: string): boolean {
  const known = userAgent.slice(0, READ_CHARACTERS).trim()
  return known !== '' && known !== '-' && isbot(known)
}
