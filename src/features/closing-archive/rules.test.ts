import { expect, test } from 'vitest'
import { expectSteadyGrowth } from '../../../test/support/growth.ts'
import { archivedFile, archivedPage, redirectPage } from './rules.ts'

test.each([
  ['/', 'index.html'],
  ['/?page=2', 'page/2/index.html'],
  ['/?page=../../x', 'index.html'],
  ['/entries/12', 'entries/12/index.html'],
  ['/documents/34?page=7', 'documents/34/index.html'],
  ['/documents/34/text', 'documents/34/text/index.html'],
  ['/documents/34/text?from=51', 'documents/34/text/51/index.html'],
  ['/documents/34/text?from=../x', 'documents/34/text/index.html'],
  ['/ecf/45-2', 'ecf/45-2/index.html'],
  ['/api/documents/34/download?disposition=attachment', 'documents/34.pdf'],
  ['/api/docket-entries/12', 'api/docket-entries/12.json'],
  ['/events/3.ics', 'events/3.ics'],
  ['/print', 'print/index.html'],
  ['/admin', undefined],
  ['/documents.zip?all=1', undefined],
  ['/follow', undefined],
])('%s is at %s', (address, file) => {
  expect(archivedFile(address)).toBe(file)
})

const page = (html: string) => archivedPage(html, 'entries/12/index.html')

test('links of a page lead from its folder to the file of each address', () => {
  const { html, links } = page(
    '<a href="/">a</a><a href="/documents/34?page=7">b</a><a href="/?type=Order&amp;q=x">c</a><a href="#e">d</a>',
  )
  expect(html).toBe(
    '<a href="../../index.html">a</a><a href="../../documents/34/index.html?page=7">b</a><a href="../../index.html">c</a><a href="#e">d</a>',
  )
  expect(links).toEqual(['/', '/documents/34?page=7', '/?type=Order&q=x'])
})

test('addresses on other sites, and text that looks like a link, stay as they are', () => {
  const html = '<a href="https://example.com/entries/1">x</a> href=&quot;/entries/1&quot;'
  expect(page(html).html).toBe(html)
})

test('what needs a server is removed with everything in it', () => {
  const html =
    '<div>a<div class="x" data-needs-server="true"><div>b</div><a href="/follow">c</a></div>d<input data-needs-server="true" name="e">f</div>'
  expect(page(html)).toEqual({ html: '<div>adf</div>', links: [] })
})

test('a page with many such parts takes no longer for each than a short one', () => {
  const part = '<p>text</p><input data-needs-server="true" name="e">'
  expectSteadyGrowth(page, part, 8000 * part.length)
})

test('scripts and styles are loaded as a page from a disk can load them', () => {
  const { html } = page(
    '<link rel="stylesheet" href="/assets/a.css" integrity="sha384-x"><link rel="preload" as="font" href="/assets/f.woff2" crossorigin="anonymous"><script type="module" src="/assets/a.js" integrity="sha384-x"></script>',
  )
  expect(html).toBe(
    '<link rel="stylesheet" href="../../assets/a.css"><script defer src="../../assets/a.js"></script>',
  )
})

test('an address that leads to another has a page that leads there', () => {
  expect(redirectPage('ecf/45-2/index.html', '/documents/34')).toContain(
    'url=../../documents/34/index.html"',
  )
})
