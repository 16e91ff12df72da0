/** What a browser keeps of a site, by name. */
export type Cookies = Map<string, string>

/** The header of a request, without it where there is none. */
export function cookieHeader(cookies: Cookies): { cookie?: string } {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return cookie === '' ? {} : { cookie }
}

/** Keeps what a line of Set-Cookie says, or forgets it. */
export function keepCookie(cookies: Cookies, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}
