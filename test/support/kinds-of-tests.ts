/** The files of each kind: a test's kind is in its name (CONTRIBUTING.md). `src/architecture.test.ts` checks that each has one. */
export const KINDS = {
  rules: 'src/**/!(*.db|*.court).test.{ts,tsx}',
  database: 'src/**/*.db.test.{ts,tsx}',
  court: 'src/**/*.court.test.{ts,tsx}',
  e2e: 'test/e2e/*.test.{ts,tsx}',
  operations: 'test/operations/*.test.{ts,tsx}',
}
