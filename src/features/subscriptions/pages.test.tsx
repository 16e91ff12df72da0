import { expect, test } from 'vitest'
import { renderPage } from '../../ui/layout/render.tsx'
import { LinkPage, type LinkView } from './pages.tsx'

const site = {
  ...{ caption: 'Vance v. Harbor', caseNumber: '', court: '', judge: '', description: '' },
  ...{ contact: '', timeZone: 'UTC', publicUrl: 'https://docket.example.com' },
}
const layout = { site, assets: (name: string) => ({ href: `/assets/${name}`, integrity: '' }) }
const maskedEmail = 'a***@example.com'
const page = (state: LinkView['state']) =>
  renderPage(<LinkPage layout={layout} link="unsubscribe" {...{ state, maskedEmail }} />)

test('the confirmation page asks, and posts the token with its CSRF token', () => {
  const html = page({ action: '/api/unsubscribe/tok', csrfToken: 'secret' })
  expect(html).toContain('Unsubscribe a***@example.com?')
  expect(html).toContain('method="post" action="/api/unsubscribe/tok"')
  expect(html).toContain('name="_csrf" value="secret"')
})

test.each([
  ['unsubscribed', 'You are unsubscribed'],
  ['already', 'Already unsubscribed'],
  ['test', 'That message was a test'],
  ['unknown', 'This unsubscribe link is not valid'],
] as const)('%s says so and offers nothing to press', (state, sentence) => {
  expect(page(state)).toContain(sentence)
  expect(page(state)).not.toContain('<form')
})

test('pages with a token are not for search engines', () => {
  expect(page('test')).toContain('<meta name="robots" content="noindex"')
})
