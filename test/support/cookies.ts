/** A site's cookies, by name. */
export type Cookies = Map<string, string>

/** The request headers with the cookies, if there are any. */
export function cookieHeader(cookies: Cookies): { cookie?: string } {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return cookie === '' ? {} : { cookie }
}

/** Stores or deletes a cookie as a Set-Cookie line says. */
export function keepCookie(cookies: Cookies, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}
