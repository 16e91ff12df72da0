import { expect, test } from 'vitest'
import { forLibpq } from './backup.ts'

test.each<[string, string, string | undefined]>([
  ['postgres://docket@db/docket', 'postgres://docket@db/docket', undefined],
  ['postgres://docket:p%40ss%23w@db:5433/docket', 'postgres://docket@db:5433/docket', 'p@ss#w'],
  ['postgres://db/docket?user=docket&password=x', 'postgres://db/docket?user=docket', 'x'],
  [
    'postgres://docket@db/docket?statement_timeout=60000&query_timeout=1&sslmode=verify-full&sslrootcert=/etc/db-ca.pem',
    'postgres://docket@db/docket?sslmode=verify-full&sslrootcert=%2Fetc%2Fdb-ca.pem',
    undefined,
  ],
  ['postgres://db/docket?sslmode=no-verify', 'postgres://db/docket?sslmode=require', undefined],
  ['postgres:///docket?host=/run/postgresql', 'postgres:///docket?host=/run/postgresql', undefined],
])('%s', (address, url, password) => {
  expect(forLibpq(address)).toEqual({ url, password })
})
