import { expect, test } from 'vitest'
import { eachSubscriberImport, NOW } from '../../../../test/support/subscriber-import.ts'
import { formulaSafe } from '../../../platform/http/csv.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listAuditLog } from '../../accounts/audit-log/queries.ts'
import { runSubscriberImport } from './import-subscribers.ts'

eachSubscriberImport('subscribers of another program', ({ load, rows, db }) => {
  const OLD = `\ufeffEmail,Token,State,Subscribed_at\r
Ann@Example.com,old-token-1,active,2024-02-29T12:00:00Z\r
bob@example.com,old-token-2,Unsubscribed,\r
"carol@example.com",,,\r
`

  test.each([
    ['/nowhere.csv', 'there is no such file'],
    ['src', 'it is a folder; name a file in it'],
  ])(
    'a file that cannot be read is named, without the system’s own words: %s',
    async (file, why) => {
      const importing = runSubscriberImport({} as Platform, file, true)
      await expect(importing).rejects.toThrow(`${file} cannot be read: ${why}`)
    },
  )

  test('come with their tokens, states and dates, so that old links keep working', async () => {
    expect(await load(OLD)).toEqual({ added: 3, present: 0, left: 0 })
    expect(await rows()).toEqual([
      {
        email: 'Ann@Example.com',
        token: 'old-token-1',
        state: 'active',
        created_at: Date.UTC(2024, 1, 29, 12),
      },
      { email: 'bob@example.com', token: 'old-token-2', state: 'unsubscribed', created_at: NOW },
      {
        email: 'carol@example.com',
        token: expect.stringMatching(/^[\w-]{22,}$/),
        state: 'active',
        created_at: NOW,
      },
    ])
  })

  test('are in the audit log when they have come, and not before (PROMISES 7)', async () => {
    await db().deleteFrom('audit_log').execute()
    expect(await load(OLD, { dryRun: true })).toEqual({ added: 3, present: 0, left: 0 })
    expect(await rows()).toEqual([])
    await load('email\nnot an address').catch(() => {})
    expect(await listAuditLog(db(), { limit: 10, offset: 0 })).toEqual([])
    await load(OLD)
    expect(await listAuditLog(db(), { limit: 10, offset: 0 })).toMatchObject([
      {
        actor: 'command line',
        action: 'subscribers.imported',
        subject: 'old.csv',
        details: '3 added, 0 already in the list',
        client_ip: null,
      },
    ])
  })

  test('the same file again changes nothing', async () => {
    await load(OLD)
    await db().updateTable('subscriptions').set({ state: 'unsubscribed' }).execute()
    const before = await rows()
    expect(await load(OLD)).toEqual({ added: 0, present: 3, left: 0 })
    expect(await rows()).toEqual(before)
  })

  test('an apostrophe that guards a cell against spreadsheet programs is not part of it', async () => {
    const addresses = ['+a@example.com', '-b@example.com', "'c'@example.com"]
    const cells = addresses.map(
      (address) => `"${formulaSafe(address)}",${formulaSafe('-token-of-1')}`,
    )
    for (const [index, cell] of cells.entries()) await load(`email,token\n${cell}${index}`)
    expect((await rows()).map(({ email }) => email)).toEqual(addresses)
    expect((await rows()).map(({ token }) => token)).toContain('-token-of-12')
  })

  test.each([
    ['2025-03-31', Date.UTC(2025, 2, 31, 4)],
    ['2025-03-31 14:00:00', Date.UTC(2025, 2, 31, 18)],
    ['2025-03-31T14:00:00+02:00', Date.UTC(2025, 2, 31, 12)],
    ['2025-03-31 14:00:00+00', Date.UTC(2025, 2, 31, 14)],
    ['2025-03-31 14:00:00.123456-04', Date.UTC(2025, 2, 31, 18, 0, 0, 123)],
    ['2025-03-31 14:00:00+05:30', Date.UTC(2025, 2, 31, 8, 30)],
  ])('a day, or a time without a zone, is on the site’s clock: %s', async (written, at) => {
    await load(`email,subscribed_at\na@example.com,${written}`)
    expect(await rows()).toMatchObject([{ created_at: at }])
  })

  test.each([
    ['email,token\na@example.com,x', /line 2: a token must have 8 to 200/],
    ['email\nnot an address', /line 2: not an address: Enter an e-mail address like/],
    ['email,state\na@example.com,maybe', /line 2: the state must be active or unsubscribed/],
    ['email,subscribed_at\na@example.com,last week', /line 2: subscribed_at is not a date or time/],
    ['email,subscribed_at\na@example.com,week 12', /line 2: subscribed_at is not a date or time/],
    ['email,subscribed_at\na@example.com,03/31/2025', /subscribed_at is not a date or time/],
    ['email,subscribed_at\na@example.com,2025-02-30T12:00Z', /subscribed_at is not a date or time/],
    ['email\na@example.com\nA@EXAMPLE.com', /line 3: the same as line 2/],
    ['email,token\na@example.com,same-token\nb@example.com,same-token', /line 3: the same as/],
    ['email,state,State\na@example.com,unsubscribed,', /two columns are named state/],
    ['address\na@example.com', /The first line must name the columns/],
    ['', /The first line must name the columns/],
    ['email,token\na@example.com', /This is not a CSV file/],
    ['email\n"a@example.com', /This is not a CSV file/],
  ])('rows that cannot be imported are named, and nothing is written: %j', async (csv, message) => {
    await expect(load(`${csv}\n`)).rejects.toThrow(message)
    expect(await rows()).toEqual([])
  })

  test('a known address with another token, or a known token with another address, stops the import', async () => {
    await load('email,token\nann@example.com,her-own-token')
    await expect(
      load('email,token\nzoe@example.com,a-fine-token\nann@example.com,another-token'),
    ).rejects.toThrow(/line 3: ann@example.com is already in the list with another token/)
    await expect(load('email,token\nzoe@example.com,her-own-token')).rejects.toThrow(
      /line 2: the token already belongs to ann@example.com/,
    )
    expect(await rows()).toHaveLength(1)
  })
})
