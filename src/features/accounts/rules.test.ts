import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { actionLabel, browserName, isEmail, localPath, normalizeEmail } from './rules.ts'

it('names an action of the audit log as people would', () => {
  expect(actionLabel('entry.created')).toBe('Entry created')
  expect(actionLabel('administrator.sign_in_failed')).toBe('Administrator sign-in failed')
})

it.each([
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140 Safari', 'Chrome on iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605', 'Safari on Mac'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', 'Unknown browser'],
])('names the browser %j %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})

describe('where to go after signing in', () => {
  it('is a page of the admin area, with its query', () => {
    expect(localPath('/admin/entries/5?sort=date')).toBe('/admin/entries/5?sort=date')
    expect(localPath('/admin')).toBe('/admin')
  })

  it.each([
    ...['', '/\t/evil.example/admin', 'javascript:alert(1)'],
    ...'admin //evil.example/admin /\\evil.example/admin https://evil.example/admin'.split(' '),
    ...'/admin/../../evil /administrator /entries/1 /admin/..//evil.example'.split(' '),
  ])('is the dashboard for %j', (next) => {
    expect(localPath(next)).toBe('/admin')
  })

  it('never leaves this site, whatever was asked for', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.webPath().map((path) => `/admin${path}`),
        ),
        (next) => {
          const path = localPath(next)
          expect(path).toMatch(/^\/admin(\/|\?|$)[\x21-\x7e]*$/)
          expect(new URL(path, 'https://docket.example').origin).toBe('https://docket.example')
        },
      ),
    )
  })
})

it('ignores capitals and surrounding spaces when comparing addresses', () => {
  expect(normalizeEmail('  Clerk@Example.COM ')).toBe('clerk@example.com')
  for (const email of ['clerk@example.com', 'josé@bücher.example', 'root@localhost'])
    expect(isEmail(email)).toBe(true)
  for (const email of ['', 'a b@c.example', 'clerk', '@x', 'a@b@c', 'a\0@c.example', '\ud800@c'])
    expect(isEmail(email)).toBe(false)
})
