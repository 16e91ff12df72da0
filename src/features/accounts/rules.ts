/** As stored and compared: capitals and surrounding spaces do not make a different account. */
export const normalizeEmail = (typed: string) => typed.trim().toLowerCase().normalize('NFC')

/** Whether it can identify an account; the service never sends mail to it. */
export const isEmail = (email: string) =>
  email.length <= 254 && /^[^\s@<>,;:"\p{C}]+@[^\s@<>,;:"\p{C}]+$/u.test(email)

/** Where to go after signing in: only to an admin page on this site (no open redirect). */
export function localPath(next: string): string {
  const base = 'http://localhost'
  const url = next.startsWith('/') ? URL.parse(next, base) : null
  const isAdminPage = url?.origin === base && /^\/admin(?:\/|$)/.test(url.pathname)
  return isAdminPage ? url.pathname + url.search : '/admin'
}

/** `entry.created` -> `Entry created` */
export function actionLabel(action: string): string {
  const words = action.replaceAll(/[._-]/g, ' ').replace('sign in', 'sign-in')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** In this order: Chrome also calls itself Safari, Edge both, and phones name a computer's system, too. */
const BROWSERS = ['Edg', 'OPR', 'FxiOS', 'Firefox', 'CriOS', 'Chrome', 'Safari']
const SYSTEMS = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'CrOS', 'Linux']
const NAMES = { Edg: 'Edge', OPR: 'Opera', FxiOS: 'Firefox', CriOS: 'Chrome', CrOS: 'ChromeOS' }

/** `Firefox on Windows` */
export function browserName(userAgent: string): string {
  const names: Record<string, string> = NAMES
  const [browser, system] = [BROWSERS, SYSTEMS].map((marks) => {
    const mark = marks.find((one) => userAgent.includes(one))
    return mark && (names[mark] ?? mark)
  })
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (userAgent.slice(0, 40) || 'Unknown browser')
}
