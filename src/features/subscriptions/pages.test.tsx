import { expect, test } from 'vitest'
import { renderPage } from '../../ui/layout/render.tsx'
import { UnsubscribePage, type UnsubscribeView } from './pages.tsx'

const site = {
  ...{ caption: 'Vance v. Harbor', caseNumber: '', court: '', judge: '', description: '' },
  ...{ contact: '', timeZone: 'UTC', publicUrl: 'https://docket.example.com' },
}
const layout = { site, assets: (name: string) => ({ href: `/assets/${name}`, integrity: '' }) }
const page = (view: UnsubscribeView) => renderPage(<UnsubscribePage layout={layout} {...view} />)
const maskedEmail = 'a***@example.com'

test('the confirmation page asks, and posts the token with its CSRF token', () => {
  const html = page({ state: 'confirm', token: 'tok', csrfToken: 'secret', maskedEmail })
  expect(html).toContain('Unsubscribe a***@example.com?')
  expect(html).toContain('method="post" action="/api/unsubscribe/tok"')
  expect(html).toContain('name="_csrf" value="secret"')
})

test.each<[UnsubscribeView, string]>([
  [{ state: 'done', maskedEmail }, 'You are unsubscribed'],
  [{ state: 'already', maskedEmail }, 'Already unsubscribed'],
  [{ state: 'test' }, 'That message was a test'],
  [{ state: 'unknown' }, 'This unsubscribe link is not valid'],
])('%j says so and offers nothing to press', (view, sentence) => {
  expect(page(view)).toContain(sentence)
  expect(page(view)).not.toContain('<form')
})

test('pages with a token are not for search engines', () => {
  expect(page({ state: 'test' })).toContain('<meta name="robots" content="noindex"')
})
