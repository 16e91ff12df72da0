import type { Guards } from '../../src/features/accounts/sessions/guard.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import type { Route } from '../../src/platform/http/route.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { addCheapAdministrator } from './cheap-administrator.ts'
import { startServer, type TestServer } from './start-server.ts'
import { createVisitor, type Visitor } from './visitor.ts'

export const EMAIL = 'clerk@example.com'
export const PASSWORD = 'gravel teapot 7 lanterns'

export const WRONG = { email: EMAIL, password: 'not the password at all' }

export async function startWithClerk(
  dialect?: DialectName,
  environment: Record<string, string> = {},
  routes: (guards: Guards) => Route[] = () => [],
) {
  const server = await startServer(dialect, environment, {}, { routes })
  await addAdministrator(server.platform)
  return {
    ...server,
    newVisitor: (ip?: string) => newVisitor(server, ip),
    newSignedIn: (fields?: Record<string, string>, ip?: string) => newSignedIn(server, fields, ip),
  }
}

export type ClerkServer = Awaited<ReturnType<typeof startWithClerk>>

export function addAdministrator(platform: Platform, email = EMAIL, password = PASSWORD) {
  return addCheapAdministrator(platform, email, password)
}

/** A browser at `ip` that has opened the sign-in page. */
export async function newVisitor({ origin }: Pick<TestServer, 'origin'>, ip = '192.0.2.7') {
  const visitor = createVisitor(origin, { 'x-forwarded-for': ip })
  await visitor.get('/admin/login')
  return visitor
}

/** The same, signed in. */
export async function newSignedIn(
  server: Pick<TestServer, 'origin'>,
  fields: Record<string, string> = {},
  ip?: string,
): Promise<Visitor> {
  const visitor = await newVisitor(server, ip)
  const answer = await visitor.post('/admin/login', { email: EMAIL, password: PASSWORD, ...fields })
  if (answer.status !== 303) throw new Error(`Not signed in: ${answer.status} ${answer.body}`)
  return visitor
}
