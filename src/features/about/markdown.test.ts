import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectSteadyGrowth } from '../../../test/support/growth.ts'
import { renderMarkdown } from './markdown.ts'

test('headings begin below the page’s own, and contacts are links', () => {
  const html = renderMarkdown(
    '# Claims\n\n## How do I file one?\n\nWrite to claims@example.org or call (212) 555-0142.\n\n- **By mail**\n- [the form](https://example.org/form)',
  )
  expect(html).toBe(`<h2>Claims</h2>
<h3>How do I file one?</h3>
<p>Write to <a href="mailto:claims@example.org">claims@example.org</a> or call <a href="tel:+12125550142">(212) 555-0142</a>.</p>
<ul>
<li><strong>By mail</strong></li>
<li><a href="https://example.org/form">the form</a></li>
</ul>
`)
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,x)',
  '[x](//elsewhere.example)',
  '![x](https://elsewhere.example/pixel.gif)',
  '<javascript:alert(1)>',
  '[(212) 555-0142](/entries/1)',
])('%j is harmless', (text) => {
  const html = renderMarkdown(text)
  expect(html).not.toMatch(/<(?!\/?(?:p|a)\b)/)
  expect(html).not.toMatch(/href="(?!https:\/\/|\/entries)/)
  expect(html.match(/<a /g)?.length ?? 0).toBeLessThanOrEqual(1)
})

test('whatever is typed, the page has only known elements and links', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...'< > " ]( [ javascript: ` a@b.co'.split(' '), '\n# ', '\n- ', '<a href='),
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const html = renderMarkdown(pieces.join(''))
      expect(html).not.toMatch(
        /<(?!\/?(?:p|a|h[2-6]|ul|ol|li|em|strong|s|code|pre|blockquote|hr|br)\b)/,
      )
      expect(html).not.toMatch(/\shref="(?!https?:|mailto:|tel:|\/|#)/i)
    }),
  )
})

test.each([
  ...['*a* ', 'a* ', '**x*', '_a* ', '*_', '`a``b', '[a](b) ', '[a', '](', '![', '<http://a'],
  ...['http://a.b ', 'a@b.co ', 'a@', 'a.', 'a-a-', '1-', '(212) 555-0142 ', '+1 ', 'a\n', '|a'],
  ...['&', '|\n|-\n', '> ', '- ', '- a\n', '# a\n', '~~'],
])('rendering %j repeated takes time in proportion to its length', (piece) => {
  expectSteadyGrowth(renderMarkdown, piece, 20_000)
})
