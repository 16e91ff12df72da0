import { createAccountHandlers } from '../../src/features/accounts/admin-routes.tsx'
import { createGuards, type Guards } from '../../src/features/accounts/sessions/guard.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import { get, post, type Route } from '../../src/platform/http/route.ts'
import { createServer } from '../../src/platform/http/server.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { addCheapAdministrator } from './cheap-administrator.ts'
import { startServer, type TestServer } from './start-server.ts'
import { createVisitor, type Visitor } from './visitor.ts'

export const EMAIL = 'clerk@example.com'
export const PASSWORD = 'gravel teapot 7 lanterns'

export type AccountsServer = TestServer

/** A real server with the account routes and a few test routes, over a fresh database. */
export const startAccounts = (
  dialect: DialectName = 'sqlite',
  environment: Record<string, string> = {},
  ownRoutes: (guards: Guards) => Route[] = () => [],
): Promise<AccountsServer> =>
  startServer((platform) => listen(platform, ownRoutes), dialect, environment)

/** The same with an administrator: EMAIL. */
export async function startWithClerk(
  dialect: DialectName = 'sqlite',
  environment: Record<string, string> = {},
  ownRoutes: (guards: Guards) => Route[] = () => [],
): Promise<AccountsServer> {
  const server = await startAccounts(dialect, environment, ownRoutes)
  await addAdministrator(server.platform)
  return server
}

/** Another server over the same platform, like a second process. */
export async function listen(
  platform: Platform,
  ownRoutes: (guards: Guards) => Route[] = () => [],
) {
  const guards = createGuards(platform)
  const server = await createServer(
    platform,
    [...accountRoutes(platform, guards), ...ownRoutes(guards)],
    { renderError: async (_request, error) => `<p>${error.code}: ${error.message}</p>` },
  )
  const origin = await server.listen({ port: 0, host: '127.0.0.1' })
  return { server, origin, close: () => server.close() }
}

function accountRoutes(platform: Platform, { administrator, signedOut }: Guards): Route[] {
  const account = createAccountHandlers(platform)
  return [
    get('/admin/login', signedOut, account.showLogin),
    post('/admin/login', signedOut, account.login),
    post('/admin/logout', administrator, account.logout),
    get('/admin/first-run/:code', signedOut, account.showFirstRun),
    post('/admin/first-run/:code', signedOut, account.firstRun),
    get('/admin/account', administrator, account.showAccount),
    post('/admin/account/password', administrator, account.changePassword),
    post('/admin/account/sessions/end-others', administrator, account.endOtherSessions),
    get('/admin/account/two-factor', administrator, account.showTwoFactor),
    post('/admin/account/two-factor', administrator, account.turnOnTwoFactor),
    post('/admin/account/two-factor/off', administrator, account.turnOffTwoFactor),
    post('/admin/account/two-factor/recovery-codes', administrator, account.renewRecoveryCodes),
    get('/admin/admins', administrator, account.showAdministrators),
    post('/admin/admins', administrator, account.createAdministrator),
    post('/admin/admins/:id/disable', administrator, account.disableAdministrator),
    post('/admin/admins/:id/enable', administrator, account.enableAdministrator),
    get('/admin/audit-log', administrator, account.showAuditLog),
  ]
}

export function addAdministrator(platform: Platform, email = EMAIL, password = PASSWORD) {
  return addCheapAdministrator(platform, email, password)
}

/** A browser at `ip` that has opened the sign-in page. */
export async function newVisitor(
  { origin }: Pick<AccountsServer, 'origin'>,
  ip = '192.0.2.7',
): Promise<Visitor> {
  const visitor = createVisitor(origin, { 'x-forwarded-for': ip })
  await visitor.get('/admin/login')
  return visitor
}

/** The same, signed in. */
export async function newSignedIn(
  server: Pick<AccountsServer, 'origin'>,
  fields: Record<string, string> = {},
  ip?: string,
): Promise<Visitor> {
  const visitor = await newVisitor(server, ip)
  const answer = await visitor.post('/admin/login', { email: EMAIL, password: PASSWORD, ...fields })
  if (answer.status !== 303) throw new Error(`Not signed in: ${answer.status} ${answer.body}`)
  return visitor
}
