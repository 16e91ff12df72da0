import { expect, test } from 'vitest'
import { atPdfPage, type BrowserTraits, inFrame, opensInNewTab } from './viewer-rules.ts'

const macintosh = {
  userAgent:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
  platform: 'MacIntel',
}
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const oldIpad = 'Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const ipod = 'Mozilla/5.0 (iPod touch; CPU iPhone OS 12_0 like Mac OS X) AppleWebKit/605.1.15'

const desktop: BrowserTraits = {
  width: 1440,
  userAgent: windows,
  platform: 'Win32',
  maxTouchPoints: 0,
  pdfViewerEnabled: true,
}

test.each<[string, Partial<BrowserTraits>, boolean]>([
  ['a desktop browser', {}, false],
  ['exactly 768 px', { width: 768 }, false],
  ['a Windows laptop with a touch screen', { maxTouchPoints: 10 }, false],
  ['a Macintosh', macintosh, false],
  ['767 px', { width: 767 }, true],
  ['767.5 px', { width: 767.5 }, true],
  ['an iPhone turned sideways', { width: 932, userAgent: iphone }, true],
  ['an older iPad', { userAgent: oldIpad }, true],
  ['an iPod', { userAgent: ipod }, true],
  ['iPadOS, which calls itself Macintosh', { ...macintosh, maxTouchPoints: 5 }, true],
  ['a Macintosh with a single touch point', { ...macintosh, maxTouchPoints: 1 }, true],
  ['a browser without a PDF viewer', { pdfViewerEnabled: false }, true],
  ['an Android tablet that does not tell', { width: 1280, pdfViewerEnabled: undefined }, true],
])('whether %s opens a PDF in a new tab instead of inline', (_, traits, isNewTab) => {
  expect(opensInNewTab({ ...desktop, ...traits })).toBe(isNewTab)
})

test('a frame hides the viewer’s page list and outline, at any page', () => {
  expect(inFrame('/a.pdf')).toBe('/a.pdf#navpanes=0&pagemode=none')
  expect(inFrame(atPdfPage('/a.pdf', '7'))).toBe('/a.pdf#page=7&navpanes=0&pagemode=none')
})
