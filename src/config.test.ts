import { expect, it } from 'vitest'
import { MAIL_NEEDS } from '../test/support/environment.ts'
import { ConfigurationError, loadConfig } from './config.ts'

const live = { ...MAIL_NEEDS, NOTIFICATIONS_MODE: 'live' }

it.each([
  ['PUBLIC_URL', /^PUBLIC_URL must be set .*for example https:\/\/docket\.example\.com$/],
  ['MAIL_FROM', /^MAIL_FROM must be set .*for example .*<docket@example\.com>$/],
])('mails subscribers only with %s', (name, problem) => {
  expect(loadConfig(live).notifications.mode).toBe('live')
  for (const value of ['', undefined]) {
    const load = () => loadConfig({ ...live, [name]: value })
    expect(load).toThrow(ConfigurationError)
    expect(load).toThrow(problem)
  }
})

it('needs neither if only the test recipient is mailed', () => {
  const { publicUrl, mail } = loadConfig({ NOTIFICATIONS_MODE: 'test' })
  expect(publicUrl).toBe('http://localhost:3000')
  expect(mail.from).toBe('Docket Notifications <docket@localhost>')
})

it.each(['nobody', 'A <docket@[127.0.0.1]>', 'a@b@example.com'])(
  'refuses %s, of which no mail could be sent',
  (MAIL_FROM) =>
    expect(() => loadConfig({ MAIL_FROM })).toThrow(/^MAIL_FROM is not a valid sender/),
)

it('reads the bounce mailbox only for an address whose reports arrive there', () => {
  const BOUNCE_MAILBOX = 'imaps://bounce:secret@mail.example.com/INBOX'
  expect(() => loadConfig({ BOUNCE_MAILBOX })).toThrow(/^MAIL_BOUNCE_ADDRESS must be set /)
  const MAIL_BOUNCE_ADDRESS = 'bounce@docket.example.com'
  const { mail } = loadConfig({ BOUNCE_MAILBOX, MAIL_BOUNCE_ADDRESS })
  expect([mail.bounceAddress, mail.bounceMailbox]).toEqual([MAIL_BOUNCE_ADDRESS, BOUNCE_MAILBOX])
  for (const wrong of ['bounce', 'a+b@example.com', 'A <a@example.com>', 'a@b, c@d']) {
    const load = () => loadConfig({ MAIL_BOUNCE_ADDRESS: wrong })
    expect(load).toThrow(/^MAIL_BOUNCE_ADDRESS must be one e-mail address/)
  }
  const long = { MAIL_BOUNCE_ADDRESS: `${'b'.repeat(25)}@docket.example.com` }
  expect(() => loadConfig(long)).toThrow(/^MAIL_BOUNCE_ADDRESS can have at most 24 characters/)
  expect(() => loadConfig({ MAIL_BOUNCE_ADDRESS, BOUNCE_MAILBOX: 'mail.example.com' })).toThrow(
    /^BOUNCE_MAILBOX is not a supported URL, for example imaps:/,
  )
})

it('normalizes PUBLIC_URL, and refuses one that links cannot be built on', () => {
  const publicUrl = (address: string) => loadConfig({ PUBLIC_URL: address }).publicUrl
  expect(publicUrl('https://docket.example.com//')).toBe('https://docket.example.com')
  expect(publicUrl('HTTPS://Docket.Example.com:443/?')).toBe('https://docket.example.com')
  for (const part of ['a.test/case', 'a.test?a=b', 'a.test/#top', 'jane:pw@a.test'])
    expect(() => publicUrl(`https://${part}`)).toThrow(/^PUBLIC_URL must be a URL without/)
  for (const wrong of ['docket.example.com', 'javascript:alert(1)', 'https://'])
    expect(() => publicUrl(wrong)).toThrow(/^PUBLIC_URL is not a supported URL/)
})

it('refuses a mail server without a host, and a mailbox without a user and password', () => {
  for (const address of ['smtp://', 'smtp:mail.example.com', 'smtps:///'])
    expect(() => loadConfig({ SMTP_URL: address })).toThrow(
      /^SMTP_URL is not a supported URL, for example smtp:/,
    )
  const MAIL_BOUNCE_ADDRESS = 'bounce@docket.example.com'
  for (const login of ['', 'bounce@', ':secret@'])
    expect(() =>
      loadConfig({ MAIL_BOUNCE_ADDRESS, BOUNCE_MAILBOX: `imaps://${login}mail.example.com/INBOX` }),
    ).toThrow(/^BOUNCE_MAILBOX must have a user and a password, for example imaps:/)
  expect(() => loadConfig({ DATABASE_URL: 'postgres://docket:50%off@localhost/docket' })).toThrow(
    /^DATABASE_URL is not a valid URL; in a password, write %, .* as %25,/,
  )
  const mailbox = 'imaps://bounce:50%off@mail.example.com/INBOX'
  expect(() => loadConfig({ MAIL_BOUNCE_ADDRESS, BOUNCE_MAILBOX: mailbox })).toThrow(
    /^BOUNCE_MAILBOX has a % that encodes no character; write .* as %25, for example imaps:/,
  )
})

it.each([
  ['messageTimeout=abc', 'must have milliseconds above 0 as messageTimeout'],
  ['messageTimeout=0', 'must have milliseconds above 0 as messageTimeout'],
  ['ignoreTLS=yes', 'must have true or false as ignoreTLS'],
  ['ignoreTLS=true&ignoreTLS=false', 'must have ignoreTLS once'],
  ['ignoretls=true', 'has an unknown parameter; in a password, write ? as %3F'],
  ['logger=true', 'has an unknown parameter; in a password, write ? as %3F'],
])('refuses a mail server with the parameter %s', (query, problem) => {
  const load = (more: string) => loadConfig({ SMTP_URL: `smtp://mail.example.com?${more}` })
  expect(() => load(query)).toThrow(
    `SMTP_URL ${problem}, for example smtp://mail.example.com:587?messageTimeout=600000`,
  )
  const right = 'ignoreTLS=true&messageTimeout=300&socketCloseTimeout=0&tls.servername=a.test'
  expect(load(right).mail.smtpUrl).toContain(right)
})
