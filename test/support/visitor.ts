type Fields = Record<string, string>

export type Visitor = ReturnType<typeof createVisitor>
export type Answer = Awaited<ReturnType<Visitor['get']>>

/**
 * A browser without a screen: keeps cookies, follows no redirects, knows the `_csrf` of the last page.
 * @param origin `http://127.0.0.1:PORT`; `headers` go with every request
 */
export function createVisitor(origin: string, headers: Fields = {}) {
  const visitor = {
    /** By name. */
    cookies: new Map<string, string>(),
    /** As last set, with its attributes. */
    setCookies: [] as string[],
    csrf: '',
    /** `path` may be a full URL, of another process of the same site. */
    get: (path: string, more: Fields = {}) => send(path, { headers: more }),
    /** Sends a form; `_csrf` comes from the last page unless `fields` has it. */
    post(path: string, fields: Fields | FormData = {}, more: Fields = {}) {
      const isWhole = fields instanceof FormData
      const body = isWhole ? fields : new URLSearchParams({ _csrf: visitor.csrf, ...fields })
      return send(path, { method: 'POST', body, headers: more })
    },
  }

  async function send(path: string, init: RequestInit & { headers: Fields }) {
    const response = await fetch(new URL(path, origin), {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', ...headers, ...cookieHeader(visitor), ...init.headers },
    })
    visitor.setCookies = response.headers.getSetCookie()
    for (const line of visitor.setCookies) keepCookie(visitor, line)
    const body = await response.text()
    visitor.csrf = csrfIn(body) || visitor.csrf
    const { status } = response
    return { status, headers: response.headers, body, location: response.headers.get('location') }
  }

  return visitor
}

export function cookieHeader({ cookies }: Pick<Visitor, 'cookies'>): { cookie?: string } {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return cookie === '' ? {} : { cookie }
}

function keepCookie({ cookies }: Visitor, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}

/** The CSRF token of a page's form; empty if it has none. */
export const csrfIn = (body: string) => /name="_csrf" value="([^"]*)"/.exec(body)?.[1] ?? ''
