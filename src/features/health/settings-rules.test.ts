import { expect, it } from 'vitest'
import { loadConfig } from '../../config.ts'
import { describeUnknown, describeUnused, maskSecret } from './settings-rules.ts'

const NAMES = ['HOST', 'PORT', 'PUBLIC_URL', 'MAIL_FROM', 'SMTP_URL', 'DKIM_PRIVATE_KEY_FILE']

it.each([
  ['DATABASE_URL', 'postgres://docket:s3cret@db/docket', 'postgres://docket:***@db/docket'],
  ['DATABASE_URL', 'postgres://db/d?user=a&password=s3cret', 'postgres://db/d?user=a&password=***'],
  ['DATABASE_URL', 'sqlite:./data/docket.db', 'sqlite:./data/docket.db'],
  ['SMTP_URL', 'smtps://me%40example.com:s%2Fcret@mail', 'smtps://me%40example.com:***@mail'],
  ['SMTP_URL', 'smtp://mail?tls.passphrase=s3cret', 'smtp://mail?tls.passphrase=***'],
  ['BOUNCE_MAILBOX', 'imaps://bounce:s3cret@mail/INBOX', 'imaps://bounce:***@mail/INBOX'],
  ['STORAGE_URL', 's3://b?secretAccessKey=s3cret&region=x', 's3://b?secretAccessKey=***&region=x'],
  ['STORAGE_URL', 's3://b/p?endpoint=https://me:s3cret@there', 's3://b/p?endpoint=***'],
  ['STORAGE_URL', 'odd//me:s3cret@there', 'odd//***@there'],
  ['SECRET_KEY', 's3cret', '***'],
  ['METRICS_TOKEN', 's3cret', '***'],
  ['AWS_SECRET_ACCESS_KEY', 's3cret', '***'],
  ['SECRET_KEY', '', ''],
  ['DKIM_PRIVATE_KEY_FILE', '/etc/docket/dkim.pem', '/etc/docket/dkim.pem'],
])('%s=%s is shown as %s', (name, value, shown) => {
  expect(maskSecret({ name, value })).toBe(shown)
})

it('names the variables of .env that are neither settings nor read by other programs', () => {
  const inFile = ['PUBLIC_ULR', 'PORT', 'AWS_PROFILE', 'PGSSLMODE', 'SITE_HOST', 'COLOR']
  expect(describeUnknown(inFile, NAMES)).toEqual([
    'PUBLIC_ULR is not a setting; see .env.example',
    'COLOR is not a setting; see .env.example',
  ])
})

it('says which settings have no effect, if they are set', () => {
  const MAIL_BOUNCE_ADDRESS = 'b@example.com'
  expect(describeUnused(loadConfig({ HSTS_PRELOAD: 'true', MAIL_BOUNCE_ADDRESS }))).toEqual([
    'MAIL_BOUNCE_ADDRESS has no effect: SMTP_URL is not set',
    'HSTS_PRELOAD has no effect: PUBLIC_URL is not https',
  ])
  const sending = { SMTP_URL: 'smtp://mail', MAIL_BOUNCE_ADDRESS, HSTS_PRELOAD: 'false' }
  expect(describeUnused(loadConfig(sending))).toEqual([])
})
