import type { TestServer } from './start-server.ts'
import { createVisitor } from './visitor.ts'

/** A request to the JSON API from one client; each has its own throttle. */
export async function callApi(
  { origin }: Pick<TestServer, 'origin'>,
  path: string,
  body: unknown,
  { ip = '192.0.2.7', ...headers }: Record<string, string> & { ip?: string } = {},
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

/** A browser that sends Accept as browsers do. */
export const newBrowser = ({ origin }: Pick<TestServer, 'origin'>, ip = '192.0.2.7') =>
  createVisitor(origin, { 'x-forwarded-for': ip })

let clients = 0

/** Another client each time, so that only the tests of the throttle meet it. */
export const newIp = () => {
  clients += 1
  return `198.51.${Math.floor(clients / 250)}.${(clients % 250) + 1}`
}
