import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFixtures } from '../../../../test/support/fixtures.ts'
import { readLog } from '../../../../test/support/read-log.ts'

test.each(listFixtures('logs'))(
  '%s: each line is understood, as a request for another page',
  (_, path) => {
    const { lines, skipped } = readLog([readFileSync(path)])
    expect(lines).toBeGreaterThan(0)
    expect(skipped.other_path).toBe(lines)
  },
)
