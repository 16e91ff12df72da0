import { describe, expect, it } from 'vitest'
import { courtName } from './recap-case.ts'

describe('court names', () => {
  it.each([
    ['dcd', 'United States District Court, District of Columbia'],
    ['njd', 'United States District Court, District of New Jersey'],
    ['nysb', 'United States Bankruptcy Court, Southern District of New York'],
    ['scotus', ''],
    ['', ''],
  ])('%s is %s', (id, name) => {
    expect(courtName(id)).toBe(name)
  })
})
