import { type Cookies, cookieHeader, keepCookie } from './cookies.ts'

/** A browser without a screen: keeps cookies, follows no redirects, knows the `_csrf` of the last page. */
export interface Visitor {
  cookies: Cookies
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
    const response = await fetch(origin + path, {
      ...init,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        ...headers,
        ...cookieHeader(visitor.cookies),
        ...init.headers,
      },
    })
    visitor.setCookies = response.headers.getSetCookie()
    for (const line of visitor.setCookies) keepCookie(visitor.cookies, line)
    const body = await response.text()
    csrf = csrfIn(body) || csrf
    const { status } = response
    return { status, headers: response.headers, body, location: response.headers.get('location') }
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

/** The CSRF token of a page's form; empty if it has none. */
export const csrfIn = (body: string) => /name="_csrf" value="([^"]*)"/.exec(body)?.[1] ?? ''
