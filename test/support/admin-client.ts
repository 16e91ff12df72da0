import { type Cookies, cookieHeader, keepCookie } from './cookies.ts'
import { csrfIn } from './visitor.ts'

/** A browser without a screen: keeps cookies, follows nothing, knows the CSRF token of the last page. */
export interface AdminClient {
  cookies: Cookies
  /** `path` may be a full URL, of another process of the same site. */
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** Sends the form with the CSRF token of the last page that had one. */
  post(path: string, fields: Record<string, string> | FormData): Promise<Response>
  csrfToken(): string
}

export const ADMIN_EMAIL = 'clerk@example.com'
export const ADMIN_PASSWORD = 'a clerk of quiet mornings'

export function createClient(base: string): AdminClient {
  const cookies: Cookies = new Map()
  let csrf = ''

  async function send(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(new URL(path, base), {
      ...init,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        ...cookieHeader(cookies),
        ...(init.headers as Record<string, string>),
      },
    })
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    if (response.headers.get('content-type')?.startsWith('text/html')) {
      csrf = csrfIn(await response.clone().text()) || csrf
    }
    return response
  }

  return {
    cookies,
    csrfToken: () => csrf,
    get: (path, headers = {}) => send(path, { method: 'GET', headers }),
    post(path, fields) {
      if (fields instanceof FormData) {
        fields.append('_csrf', csrf)
        return send(path, { method: 'POST', body: fields })
      }
      return send(path, { method: 'POST', body: new URLSearchParams({ _csrf: csrf, ...fields }) })
    },
  }
}

/** A client that has signed in. */
export async function signIn(
  base: string,
  email = ADMIN_EMAIL,
  password = ADMIN_PASSWORD,
): Promise<AdminClient> {
  const client = createClient(base)
  await client.get('/admin/login')
  const response = await client.post('/admin/login', { email, password })
  if (response.status !== 303)
    throw new Error(`sign-in answered ${response.status}: ${await response.text()}`)
  await client.get('/admin/account')
  return client
}
