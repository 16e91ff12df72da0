import { describe, expect, it } from 'vitest'
import * as rules from './rules.ts'

const { judgeBackup, judgeDocuments, notOk, ok } = rules

const NOW = Date.UTC(2026, 10, 26, 15)
const DAY = 86_400_000
const hoursAgo = (hours: number) => NOW - hours * 3_600_000

it('reads when the last backup ended, whatever is in the file', () => {
  const text = '{"finished_at":"2026-11-26T03:00:00Z","folder":"/backup","hashes_compared":9}'
  expect(rules.backupTime(text)).toBe(hoursAgo(12))
  const odd = ['', '{', 'null', '[]', '"x"', '{"finished_at":{}}', '{"finished_at":"soon"}']
  for (const one of [undefined, ...odd]) expect(rules.backupTime(one)).toBeUndefined()
})

it.each([
  [hoursAgo(1), true, 'ok', /ended 1 hour ago/],
  [hoursAgo(12), true, 'ok', /ended 12 hours ago/],
  [hoursAgo(49), true, 'not ok', /ended 49 hours ago: run deploy\/backup\.sh/],
  [hoursAgo(49), false, 'not ok', /ended 49 hours ago/],
  [hoursAgo(-24 * 365), true, 'not ok', /run deploy\/backup\.sh/],
  [undefined, true, 'not ok', /there is no backup: run deploy\/backup\.sh/],
  [undefined, false, 'ok', /not needed yet/],
])(
  'a backup of %s, where something has been public for 48 hours: %s, is %s',
  (at, isPublishing, state, text) => {
    const result = judgeBackup(at, { now: NOW, isPublishing })
    expect(result).toEqual({ state, text: expect.stringMatching(text) })
  },
)

it('names a few of the documents whose files are missing', () => {
  const two = expect.stringContaining('2 of 7 published documents (ID 3, 5) are missing')
  const many = expect.stringContaining('(ID 1, 2, 3, 4, 5, …)')
  expect(judgeDocuments([], 7)).toEqual(ok('7 files present'))
  expect(judgeDocuments([3, 5], 7)).toEqual(notOk(two))
  expect(judgeDocuments([1, 2, 3, 4, 5, 6], 9)).toEqual(notOk(many))
})

it('says why mail pauses, and what is wrong with the settings', () => {
  expect(rules.judgePause(undefined).state).toBe('ok')
  expect(rules.judgePause({ reply: '535 wrong password' }).text).toContain('535 wrong password')
  expect(rules.judgeSettings([]).state).toBe('ok')
  const problems = ['A is not a setting', 'B has no effect']
  expect(rules.judgeSettings(problems)).toEqual(notOk('A is not a setting. B has no effect'))
})

it('names files of other users and files that others may read, a few of them', () => {
  const own = { path: 'docket.db', uid: 900, mode: 0o100600 }
  expect(rules.judgeFiles([own], 900)).toEqual(ok('1 file private to the service'))
  const key = { path: 'secret-key', uid: 900, mode: 0o100640 }
  const wrong = [key, { path: 'docket.db-wal', uid: 0, mode: 0o100600 }]
  const named =
    /^2 of 3 .*: secret-key \(user 900, mode 640\), docket\.db-wal \(user 0, mode 600\)\./
  expect(rules.judgeFiles([own, ...wrong], 900)).toEqual(notOk(expect.stringMatching(named)))
})

it('asks for space if less than a gigabyte is free', () => {
  expect(rules.judgeSpace({ bavail: 5e6, bsize: 1000 })).toEqual(ok('5 GB free'))
  expect(rules.judgeSpace({ bavail: 5e5, bsize: 1000 }).state).toBe('not ok')
})

const answer = {
  status: 200,
  isSameProgram: true,
  certificateEnds: undefined,
  seen: '8.8.4.4',
  local: '8.8.4.4',
}
const tomorrow = { certificateEnds: NOW + DAY }
it.each<[string, Partial<rules.OutsideAnswer>, string, RegExp]>([
  ['as it should', {}, 'ok', /saw this machine as 8\.8\.4\.4/],
  ['through a router', { local: '10.0.0.5' }, 'ok', /saw this machine as/],
  ['on one machine', { seen: '127.0.0.1', local: '127.0.0.1' }, 'ok', /as 127\.0\.0\.1/],
  ['from another program', { isSameProgram: false }, 'not ok', /another program/],
  ['with an error', { status: 502 }, 'not ok', /answers 502/],
  ['without a client', { seen: null }, 'not ok', /does not pass on its visitors’ addresses/],
  ['with the proxy’s address', { seen: '172.17.0.2' }, 'not ok', /in TRUSTED_PROXIES/],
  ['with a forged client', { seen: '192.0.2.1' }, 'not ok', /visitors can forge their address/],
  ['with a trusted client', { seen: '192.0.2.1', local: '127.0.0.1' }, 'not checked', /trusts/],
  ['before its certificate ends', tomorrow, 'not ok', /2026-11-27.*: renew/],
  ['with a new certificate', { certificateEnds: NOW + 90 * DAY }, 'ok', /answers/],
])('what PUBLIC_URL answers %s', (_, change, state, text) => {
  const result = rules.judgeOutside({ ...answer, ...change }, NOW)
  expect(result).toEqual({ state, text: expect.stringMatching(text) })
})

describe('records of the domain', () => {
  const judges = { SPF: rules.judgeSpf, DMARC: rules.judgeDmarc }

  it.each<[keyof typeof judges, string[], string]>([
    ['SPF', ['google-site-verification=x', 'v=spf1 mx ~all'], 'ok'],
    ['SPF', [], 'not ok'],
    ['SPF', ['v=spf10 mx'], 'not ok'],
    ['SPF', ['v=spf1 mx ~all', 'v=spf1 a -all'], 'not ok'],
    ['SPF', ['v=spf1 +all'], 'not ok'],
    ['DMARC', ['v=DMARC1; p=reject; rua=mailto:a@example.com'], 'ok'],
    ['DMARC', ['v=DMARC1;p=none'], 'ok'],
    ['DMARC', ['v=DMARC1; rua=mailto:a@example.com; sp=none'], 'not ok'],
    ['DMARC', ['v=DMARC1; p=maybe'], 'not ok'],
    ['DMARC', ['v=spf1'], 'not ok'],
  ])('%s %j is %s', (kind, records, state) => {
    expect(judges[kind](records, 'example.com').state).toBe(state)
  })

  it.each([
    [['v=DKIM1; k=rsa; p=AB CD'], 'ok', /has the key/],
    [['v=DKIM1; p='], 'not ok', /an empty \(revoked\) key: set the TXT .* v=DKIM1; k=rsa; p=ABCD/],
    [['v=DKIM1; p=XY'], 'not ok', /another key/],
    [[], 'not ok', /has no key/],
    [['something else'], 'not ok', /has no key/],
  ])('DKIM %j is %s', (records, state, text) => {
    const result = rules.judgeDkim(records, 'docket._domainkey.example.com', 'ABCD')
    expect(result).toEqual({ state, text: expect.stringMatching(text) })
  })

  it('are looked up above the domain, too, in a bounded number of places', () => {
    expect(rules.policyDomains('docket.example.com')).toEqual(['docket.example.com', 'example.com'])
    expect(rules.policyDomains('a.'.repeat(5000))).toHaveLength(5)
  })

  it('are judged in time proportional to their length', () => {
    const started = performance.now()
    const pieces = [' '.repeat(60_000), ';p'.repeat(30_000), 'p=;'.repeat(20_000)]
    for (const long of pieces.map((piece) => `v=DMARC1;${piece}`)) {
      rules.judgeDmarc([long], 'example.com')
      rules.judgeDkim([long], 'x', 'y')
      rules.judgeSpf([`v=spf1 ${long}`], 'x')
    }
    expect(performance.now() - started).toBeLessThan(500)
  })
})

it('compares clocks', () => {
  expect(rules.judgeClock(NOW, NOW + 2000, 'it')).toEqual(ok('2 seconds from the clock of it'))
  expect(rules.judgeClock(NOW, NOW - DAY, 'it')).toMatchObject({ state: 'not ok' })
})
