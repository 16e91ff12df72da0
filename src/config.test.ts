import { expect, it } from 'vitest'
import { MAIL_NEEDS } from '../test/support/environment.ts'
import { ConfigurationError, loadConfig } from './config.ts'

const live = { ...MAIL_NEEDS, NOTIFICATIONS_MODE: 'live' }

it('mails subscribers only with an address for the links and a sender', () => {
  expect(loadConfig(live).notifications.mode).toBe('live')
  for (const missing of [{ PUBLIC_URL: '' }, { PUBLIC_URL: undefined }]) {
    const load = () => loadConfig({ ...live, ...missing })
    expect(load).toThrow(ConfigurationError)
    expect(load).toThrow(/^PUBLIC_URL must be set .*for example https:\/\/docket\.example\.com$/)
  }
  for (const missing of [{ MAIL_FROM: '' }, { MAIL_FROM: undefined }]) {
    const load = () => loadConfig({ ...live, ...missing })
    expect(load).toThrow(ConfigurationError)
    expect(load).toThrow(/^MAIL_FROM must be set .*for example .*<docket@example\.com>$/)
  }
})

it('needs neither where nobody but the test recipient is mailed', () => {
  const { publicUrl, mail } = loadConfig({ NOTIFICATIONS_MODE: 'test' })
  expect(publicUrl).toBe('http://localhost:3000')
  expect(mail.from).toBe('Docket Notifications <docket@localhost>')
})
