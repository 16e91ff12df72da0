/* The only place in the tests that reads or sets the environment. (The demo uses its operator's.) */

/** For programs that a test starts: the settings of the person who runs the tests must not affect them. The test of recognition turns it on. */
export function cleanEnvironment(settings: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env
  return { PATH, HOME, DOCUMENT_RECOGNITION: 'off', ...settings }
}

/** Live mode requires these. */
export const MAIL_NEEDS = {
  PUBLIC_URL: 'http://localhost:3000',
  MAIL_FROM: 'Docket Notifications <docket@localhost>',
}

export function setEnvironment(settings: Record<string, string>): void {
  Object.assign(process.env, settings)
}

/** Does the work like a program started with only these settings. */
export async function inEnvironment<T>(settings: NodeJS.ProcessEnv, work: () => Promise<T>) {
  const own = process.env
  process.env = cleanEnvironment(settings)
  try {
    return await work()
  } finally {
    process.env = own
  }
}

/** The server, an address without a database, of the journeys on PostgreSQL (vitest.config.ts). */
export const journeysPostgres = (): string | undefined => process.env.DOCKET_TEST_POSTGRES

/** Whether the journeys run on PostgreSQL, and on a phone and a desktop: `npm run test:matrix`. */
export const isMatrix = (): boolean => process.env.DOCKET_TEST_MATRIX !== undefined

/** Whether only the database tests next to a change run: `npm run test:quick`. */
export const isQuick = (): boolean => process.env.DOCKET_TEST_QUICK !== undefined

/** The folder of the real court files; undefined if there is none. */
export const courtFixtures = (): string | undefined => process.env.COURT_FIXTURES

/** Of the project's own dockets, PDFs and logs; in the run `court` (vitest.config.ts), of the real ones. */
export const fixturesFolder = (): string => process.env.DOCKET_TEST_FIXTURES ?? 'test/fixtures'

/** The specification, which is not part of the project; undefined if there is none. */
export const specificationFile = (): string | undefined => process.env.SPECIFICATION

/** If set, the storage tests run against that store, which must be empty under the prefix. */
export const configuredS3 = (): string | undefined => process.env.S3_TEST_URL
