import { beforeEach, expect, test } from 'vitest'
import { eachDatabase } from '../../../../test/support/each-database.ts'
import { formulaSafe } from '../../../platform/http/csv.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listAuditLog } from '../../accounts/audit-log/queries.ts'
import { importSubscribers, runSubscriberImport } from './import-subscribers.ts'

/** When the lists are imported. */
const NOW = Date.UTC(2026, 6, 30)

eachDatabase('subscribers of another program', (database) => {
  beforeEach(() => database.db.deleteFrom('subscriptions').execute())

  const load = (csv: string, change = {}) => {
    const options = { fileName: 'old.csv', timeZone: 'America/New_York', ...change }
    return importSubscribers({ db: database.db, clock: () => NOW }, csv, options)
  }

  const rows = () =>
    database.db
      .selectFrom('subscriptions')
      .select(['email', 'token', 'state', 'created_at'])
      .orderBy('id')
      .execute()

  const OLD = `\ufeffEmail,Token,State,Subscribed_at\r
Ann@Example.com,old-token-1,active,2024-02-29T12:00:00Z\r
bob@example.com,old-token-2,Unsubscribed,\r
"carol@example.com",,,\r
`

  test('a folder in place of the file is named, without the system’s own words', async () => {
    const importing = runSubscriberImport({} as Platform, 'src', true)
    await expect(importing).rejects.toThrow('src cannot be read: it is a folder; name a file in it')
  })

  test('come with their tokens, states and dates, so that old links keep working', async () => {
    expect(await load(OLD)).toEqual({ added: 3, present: 0, left: 0 })
    const token = expect.stringMatching(/^[\w-]{22,}$/)
    const created_at = Date.UTC(2024, 1, 29, 12)
    expect(await rows()).toEqual([
      { email: 'Ann@Example.com', token: 'old-token-1', state: 'active', created_at },
      { email: 'bob@example.com', token: 'old-token-2', state: 'unsubscribed', created_at: NOW },
      { email: 'carol@example.com', token, state: 'active', created_at: NOW },
    ])
  })

  test('are in the audit log when they have come, and not before (PROMISES 7)', async () => {
    await database.db.deleteFrom('audit_log').execute()
    expect(await load(OLD, { dryRun: true })).toEqual({ added: 3, present: 0, left: 0 })
    expect(await rows()).toEqual([])
    await load('email\nnot an address').catch(() => {})
    expect(await listAuditLog(database.db, { limit: 10, offset: 0 })).toEqual([])
    await load(OLD)
    const event = { action: 'subscribers.imported', subject: 'old.csv', client_ip: null }
    const logged = { ...event, actor: 'command line', details: '3 added, 0 already in the list' }
    expect(await listAuditLog(database.db, { limit: 10, offset: 0 })).toMatchObject([logged])
  })

  test('the same file again changes nothing', async () => {
    await load(OLD)
    await database.db.updateTable('subscriptions').set({ state: 'unsubscribed' }).execute()
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

  const LISTMONK = 'uuid,email,name,attributes,status,created_at,updated_at'
  const MAILCHIMP = 'Email Address,First Name,Phone Number,OPTIN_TIME,CONFIRM_IP,LAST_CHANGED,NOTES'
  const GHOST =
    'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers'

  test.each([
    ['listmonk', LISTMONK, '1f,a@example.com,A,{},enabled,2024-01-01,', 'active'],
    ['listmonk', LISTMONK, '1f,a@example.com,A,{},blocklisted,2024-01-01,', 'unsubscribed'],
    ['Mailchimp', MAILCHIMP, 'a@example.com,A,,2024-01-01 10:00:00,192.0.2.1,,', 'active'],
    ['Mailchimp', `${MAILCHIMP},UNSUB_TIME`, 'a@example.com,A,,,,,,2024-01-01', 'unsubscribed'],
    ['this one', 'Address,State,Date', 'a@example.com,active,07/29/2026', 'active'],
    ['Mailchimp', 'Email Address,UNSUB_REASON', 'a@example.com,spam', 'unsubscribed'],
    ['Mailchimp', `${MAILCHIMP},CLEAN_TIME`, 'a@example.com,A,,,,,,2024-01-01', 'unsubscribed'],
    ['Ghost', GHOST, '1,a@example.com,A,,true,false,,2024-01-01T10:00:00.000Z,,,', 'active'],
    ['Ghost', GHOST, '1,a@example.com,A,,false,false,,2024-01-01,,,', 'unsubscribed'],
    ['Ghost', GHOST, '1,a@example.com,A,,true,false,,2024-01-01,2024-01-01,,', 'unsubscribed'],
    ['Mailtrain', 'EMAIL,status,opt_in_country', 'a@example.com,1,', 'refused'],
    ['Mailtrain', 'EMAIL,status', 'a@example.com,1', 'active'],
    ['Mailtrain', 'EMAIL,status', 'a@example.com,3', 'unsubscribed'],
    ['Sendy', 'Name,Email,Status', 'A,a@example.com,Subscribed', 'active'],
    ['Sendy', 'Name,Email,Status', 'A,a@example.com,Marked as spam', 'unsubscribed'],
    ['Sendy', 'Name,Email,Status', 'A,a@example.com,Unconfirmed', 'unsubscribed'],
    ['a flag', 'email,unsubscribed', 'a@example.com,t', 'unsubscribed'],
    ['a flag', 'email,unsubscribed', 'a@example.com,f', 'active'],
    ['two columns', 'email,state,bounced', 'a@example.com,active,yes', 'unsubscribed'],
    ['listmonk', 'email,subscription_status', 'a@example.com,confirmed', 'active'],
    ['Kit', 'id,first_name,email,status', '1,A,a@example.com,cancelled', 'unsubscribed'],
    ['Brevo', 'EMAIL;FIRSTNAME;BLACKLISTED', 'a@example.com;A;true', 'unsubscribed'],
    ['Brevo', 'EMAIL;FIRSTNAME;BLACKLISTED', 'a@example.com;A;false', 'active'],
    ['phpList', 'email\tconfirmed\tblacklisted', 'a@example.com\t1\t0', 'active'],
    ['MailerLite', 'Email,Name,Subscribed', 'a@example.com,A,2024-01-01 10:00:00', 'refused'],
    ['Substack', 'email,email_disabled,created_at', 'a@example.com,false,', 'refused'],
    ['Constant Contact', 'Email address,Email permission status', 'a@example.com,-', 'refused'],
    ['a German program', 'E-Mail,Abgemeldet am', 'a@example.com,01.02.2024', 'refused'],
    ['a Chinese program', 'Email,状态', 'a@example.com,已退订', 'refused'],
    ['Constant Contact', 'Email,Status', 'a@example.com,Awaiting Confirmation', 'unsubscribed'],
    ['Squarespace', 'Email,Status', 'a@example.com,Never subscribed', 'unsubscribed'],
    ['Emma', 'email,member_status', 'a@example.com,optout', 'unsubscribed'],
    ['Drip', 'email,status', 'a@example.com,undeliverable', 'unsubscribed'],
    ['a kind of member', 'email,type', 'a@example.com,former member', 'refused'],
    ['a kind of member', 'email,group', 'a@example.com,Withdrawn', 'refused'],
    ['a note', 'Email,Notes', 'a@example.com,Asked to unsubscribe', 'refused'],
    ['a note', 'Email,Comment', 'a@example.com,"removed at her request, 2024"', 'refused'],
    ['Excel', 'sep=;\nEmail;Status', 'a@example.com;unsubscribed', 'unsubscribed'],
    ['Excel', 'Email;"Name, first";State', 'a@example.com;A;active', 'active'],
    ['a mail program', 'Name,Email', 'Ann,Ann Lee <a@example.com>', 'active'],
    ['no header', 'email,,', 'a@example.com,unsubscribed,', 'refused'],
    ['someone whose name is Black', 'email,last name', 'a@example.com,Black', 'active'],
    ['a quoted line end', 'email,notes,state', 'a@example.com,"one\ntwo",active', 'active'],
    ['no word', 'email,status', 'a@example.com,', 'refused'],
    ['something else', 'email,status_code', 'a@example.com,7', 'refused'],
    ['something else', 'email,Do not contact (opted out?)', 'a@example.com,x', 'refused'],
    ['CiviCRM', 'E-mail,First Name,Do Not Email', 'a@example.com,A,Yes', 'refused'],
    ['something else', 'email,subscribed', 'a@example.com,maybe', 'refused'],
  ])(
    'the state that %s wrote is understood or refused: %s / %s is %s',
    async (_, header, row, expected) => {
      const loaded = await load(`${header}\n${row}\n`).catch((error: Error) => error.message)
      if (expected === 'refused')
        expect(loaded).toMatch(/column \S+ may say|the \w+ must be active/)
      const state = expected === 'refused' ? [] : [{ state: expected }]
      expect(await rows()).toMatchObject(state)
    },
  )

  test.each([
    ...['nonsubscribed_email_audience_export_1.csv', 'Removed members.csv', 'do-not-email.csv'],
    ...['former-subscribers.csv', 'complaints.csv', 'undeliverable 2026.csv', 'Abmeldungen.csv'],
  ])('a file named for people who left needs a column that says so: %s', async (fileName) => {
    const csv = 'Email Address,LEID\na@example.com,1'
    await expect(load(csv, { fileName })).rejects.toThrow(`the file name ${fileName} may say`)
    expect(await rows()).toEqual([])
    await load('email,state\na@example.com,active', { fileName })
    expect(await rows()).toMatchObject([{ state: 'active' }])
  })

  test('people who left the other list are unsubscribed here, and nobody who left here comes back', async () => {
    await load('email,state\nann@example.com,active\nbob@example.com,unsubscribed')
    const csv = 'email,status\nann@example.com,unsubscribed\nbob@example.com,active'
    expect(await load(csv, { dryRun: true })).toEqual({ added: 0, present: 2, left: 1 })
    expect(await rows()).toMatchObject([{ state: 'active' }, { state: 'unsubscribed' }])
    expect(await load(csv)).toEqual({ added: 0, present: 2, left: 1 })
    expect(await rows()).toMatchObject([{ state: 'unsubscribed' }, { state: 'unsubscribed' }])
    expect(await listAuditLog(database.db, { limit: 1, offset: 0 })).toMatchObject([
      { details: '0 added, 2 already in the list, 1 of them unsubscribed' },
    ])
  })
})
