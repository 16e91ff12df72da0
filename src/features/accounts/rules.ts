/** As stored and compared: capitals and surrounding spaces do not make a different account. */
export function normalizeEmail(typed: string): string {
  return typed.trim().toLowerCase().normalize('NFC')
}

/** Whether it can identify an account; the service never sends mail to it. */
export function isEmail(email: string): boolean {
  return (
    email.length <= 254 &&
    email.isWellFormed() &&
    /^[^\s@<>,;:"\p{C}]+@[^\s@<>,;:"\p{C}]+$/u.test(email)
  )
}

const ADMIN_HOME = '/admin'

/** Where to go after signing in: only to an admin page on this site (no open redirect). */
export function localPath(next: string): string {
  const base = 'http://localhost'
  if (!next.startsWith('/') || !URL.canParse(next, base)) return ADMIN_HOME
  const { origin, pathname, search } = new URL(next, base)
  const isAdminPage = pathname === ADMIN_HOME || pathname.startsWith(`${ADMIN_HOME}/`)
  return origin === base && isAdminPage ? pathname + search : ADMIN_HOME
}

/** `entry.created` -> `Entry created` */
export function actionLabel(action: string): string {
  const words = action.replaceAll(/[._-]/g, ' ').replace('sign in', 'sign-in')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** How often a session's last use is written: at most once a minute, and often enough for a short idle timeout. */
export function touchInterval(idleMs: number): number {
  return Math.min(60_000, idleMs / 10)
}

/** Chrome also calls itself Safari, and Edge both. */
const BROWSERS = {
  Edg: 'Edge',
  OPR: 'Opera',
  FxiOS: 'Firefox',
  Firefox: 'Firefox',
  CriOS: 'Chrome',
}
const MORE_BROWSERS = { Chrome: 'Chrome', Safari: 'Safari' }
const PHONES = { iPhone: 'iPhone', iPad: 'iPad', Android: 'Android' }
const COMPUTERS = { Windows: 'Windows', 'Mac OS': 'Mac', CrOS: 'ChromeOS', Linux: 'Linux' }

/** `Firefox on Windows` */
export function browserName(userAgent: string): string {
  const nameIn = (names: Record<string, string>) =>
    Object.entries(names).find(([mark]) => userAgent.includes(mark))?.[1]
  const browser = nameIn({ ...BROWSERS, ...MORE_BROWSERS })
  const system = nameIn({ ...PHONES, ...COMPUTERS })
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (userAgent.slice(0, 40) || 'Unknown browser')
}
