/* The one place of the tests that reads or sets the environment. (The demo has its operator's.) */

/** For a program that a test starts: settings of the person who runs the tests must not decide them. The test of recognition turns it on. */
export function cleanEnvironment(settings: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env
  return { PATH, HOME, DOCUMENT_RECOGNITION: 'off', ...settings }
}

/** Without these nothing starts in live mode (CONTRACT section 2). */
export const MAIL_NEEDS = {
  PUBLIC_URL: 'http://localhost:3000',
  MAIL_FROM: 'Docket Notifications <docket@localhost>',
}

export function setEnvironment(settings: Record<string, string>): void {
  Object.assign(process.env, settings)
}

/** Does the work as a program would that was started with these settings alone. */
export async function inEnvironment<T>(
  settings: NodeJS.ProcessEnv,
  work: () => Promise<T>,
): Promise<T> {
  const own = process.env
  process.env = cleanEnvironment(settings)
  try {
    return await work()
  } finally {
    process.env = own
  }
}

/** The server, an address without a database, of the run that has journeys on PostgreSQL (vitest.config.ts). */
export const journeysPostgres = (): string | undefined => process.env.DOCKET_TEST_POSTGRES

/** Whether every journey runs on both databases, and PROMISES 19 with its full number: `npm run test:matrix`. */
export const isMatrix = (): boolean => process.env.DOCKET_TEST_MATRIX !== undefined

/** Whether of the tests with a database only those beside a change run: `npm run test:quick`. */
export const isQuick = (): boolean => process.env.DOCKET_TEST_QUICK !== undefined

/** The folder of the real court files; undefined where this machine has none. */
export const courtFixtures = (): string | undefined => process.env.COURT_FIXTURES

/** Of the project's own dockets, PDFs and logs; in the run `court` (vitest.config.ts), of the real ones. */
export const fixturesFolder = (): string => process.env.DOCKET_TEST_FIXTURES ?? 'test/fixtures'

/** The specification, which is not part of the project; undefined where this machine has none. */
export const specificationFile = (): string | undefined => process.env.SPECIFICATION

/** Where it is set, the tests of storage run against that store, which has to be empty under the prefix. */
export const givenS3 = (): string | undefined => process.env.S3_TEST_URL
