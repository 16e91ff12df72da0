/** A browser without its windows: keeps cookies, follows nothing, finds the `_csrf` of the page it saw last. */
export interface Visitor {
  cookies: Map<string, string>
  /** As last set, with its attributes. */
  setCookies: string[]
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  /** Sends a form; `_csrf` comes from the last page unless `fields` has it. */
  post(
    path: string,
    fields?: Record<string, string> | FormData,
    headers?: Record<string, string>,
  ): Promise<Answer>
}

export interface Answer {
  status: number
  headers: Headers
  body: string
  location: string | null
}

/** @param origin `http://127.0.0.1:PORT`; `headers` go with every request */
export function createVisitor(origin: string, headers: Record<string, string> = {}): Visitor {
  const visitor: Visitor = { cookies: new Map(), setCookies: [], get, post }
  let csrf = ''

  async function send(path: string, init: RequestInit & { headers: Record<string, string> }) {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(origin + path, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', ...headers, ...(cookie && { cookie }), ...init.headers },
    })
    visitor.setCookies = response.headers.getSetCookie()
    for (const line of visitor.setCookies) keep(line)
    const body = await response.text()
    csrf = csrfIn(body) || csrf
    const { status } = response
    return { status, headers: response.headers, body, location: response.headers.get('location') }
  }

  function keep(line: string): void {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    if (value === '') visitor.cookies.delete(name)
    else visitor.cookies.set(name, value)
  }

  function get(path: string, more: Record<string, string> = {}) {
    return send(path, { headers: more })
  }

  function post(
    path: string,
    fields: Record<string, string> | FormData = {},
    more: Record<string, string> = {},
  ) {
    if (fields instanceof FormData)
      return send(path, { method: 'POST', body: fields, headers: more })
    const body = new URLSearchParams({ _csrf: csrf, ...fields })
    return send(path, { method: 'POST', body, headers: more })
  }

  return visitor
}

/** The CSRF token of a page's form; empty where it has none. */
export const csrfIn = (body: string) => /name="_csrf" value="([^"]*)"/.exec(body)?.[1] ?? ''
