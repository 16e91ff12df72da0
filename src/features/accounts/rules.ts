/** As stored and compared: what a person types with capitals or a space is the same account. */
export function normalizeEmail(typed: string): string {
  return typed.trim().toLowerCase().normalize('NFC')
}

/** Whether it can name an account; mail is never sent to it. */
export function isEmail(email: string): boolean {
  return (
    email.length <= 254 &&
    email.isWellFormed() &&
    /^[^\s@<>,;:"\p{C}]+@[^\s@<>,;:"\p{C}]+$/u.test(email)
  )
}

const ADMIN_HOME = '/admin'
const NOT_AFTER_SIGN_IN = ['/admin/login', '/admin/logout', '/admin/first-run']

/** Where to go after signing in: a page of the admin area on this site and nowhere else (no open redirect). */
export function localPath(next: string): string {
  const base = 'http://localhost'
  if (!next.startsWith('/') || !URL.canParse(next, base)) return ADMIN_HOME
  const { origin, pathname, search } = new URL(next, base)
  const isAdminPage = pathname === ADMIN_HOME || pathname.startsWith(`${ADMIN_HOME}/`)
  const leadsBack = NOT_AFTER_SIGN_IN.some((path) => pathname.startsWith(path))
  return origin === base && isAdminPage && !leadsBack ? pathname + search : ADMIN_HOME
}

/** `entry.created` -> `Entry created` */
export function actionLabel(action: string): string {
  const words = action.replaceAll(/[._-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** When the session was last seen is written at most this often, and often enough for a short idle time. */
export function touchInterval(idleMs: number): number {
  return Math.min(60_000, idleMs / 10)
}

/** Pages of a table, from 1; anything else is the first. */
export function pageNumber(typed: unknown, pageCount: number): number {
  const page = typeof typed === 'string' && /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : 1
  return Math.min(page, Math.max(1, pageCount))
}

/** The rows of the page that a link to a table of `total` rows asks for. */
export function pageOf(query: unknown, total: number, limit: number) {
  const pageCount = Math.ceil(total / limit)
  const page = pageNumber((query as { page?: unknown }).page, pageCount)
  return { page, pageCount, limit, offset: (page - 1) * limit }
}
