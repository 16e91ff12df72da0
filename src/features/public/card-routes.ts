import { rm, writeFile } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Handler } from '../../platform/http/api-schema.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { cutText, oneLine } from '../../shared/clean-text.ts'
import { caseName, type SiteHeader } from '../../ui/layout/layout.tsx'
import type { PdfInspector } from '../checks/inspect-pdf.ts'
import type { FindFrame } from '../site/site-frame.ts'

/* What other programs show of the site: a picture of the caption for shared links, an icon, and the web app manifest. */

const [PAPER, INK, SOFT, ACCENT] = ['.98 .98 .96', '.12 .11 .1', '.35 .33 .3', '.42 .11 .15']
const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 80]
const MAX_LINES = 6

export function captionCard(site: SiteHeader): string {
  const name = oneLine(caseName(site))
  const size = name.length > 90 ? 50 : 68
  const wrapped = wrapLines(name, size, WIDTH - 2 * MARGIN)
  const shown = wrapped.slice(0, MAX_LINES)
  if (wrapped.length > MAX_LINES) shown[MAX_LINES - 1] += ' ...'
  const first = HEIGHT / 2 + size * (shown.length / 2 - 0.8)
  const number = oneLine(site.caseNumber)
  return cardPdf([WIDTH, HEIGHT], PAPER, [
    { text: cutText(oneLine(site.court), 70), size: 32, at: [MARGIN, HEIGHT - 90], color: SOFT },
    ...shown.map((text, index) => {
      return { text, size, at: [MARGIN, first - index * size * 1.1], color: INK }
    }),
    { text: number && `No. ${number}`, size: 32, at: [MARGIN, 70], color: ACCENT },
  ])
}

export function createCardHandlers(
  { files }: Platform,
  { findFrame, inspector }: { findFrame: FindFrame; inspector: Pick<PdfInspector, 'picture'> },
) {
  /** Drawn in the inspector's process, once for each caption. */
  const drawn = new LRUCache<string, Buffer>({
    max: 2,
    fetchMethod: async (pdf) => {
      const path = await files.incomingPath()
      try {
        await writeFile(path, pdf, 'latin1')
        return await inspector.picture(path, { page: 1, box: null })
      } finally {
        await rm(path, { force: true })
      }
    },
  })

  async function send(reply: FastifyReply, pdf: string) {
    const png = await drawn.fetch(pdf)
    if (!png) throw new NotFoundError()
    return reply.headers({ 'cache-control': 'public, max-age=3600' }).type('image/png').send(png)
  }

  return {
    card: async (_request, reply) => send(reply, captionCard((await findFrame()).site)),

    icon: (_request, reply) => send(reply, ICON),

    manifest: async (_request, reply) => {
      const manifest = {
        name: caseName((await findFrame()).site),
        start_url: '/',
        display: 'browser',
        icons: [{ src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' }],
        theme_color: '#6b1d27',
        background_color: '#fbfaf6',
      }
      return reply.type('application/manifest+json').send(JSON.stringify(manifest))
    },
  } satisfies Record<string, Handler>
}

/**
 * Words as one page in Times, which every PDF reader has (ISO 32000, 9.6.2.2). Places are in points from the lower left corner.
 * @param background and a line's color are red, green, and blue from 0 to 1: `1 1 1` is white
 */
function cardPdf(
  [width, height]: readonly [number, number],
  background: string,
  lines: readonly { text: string; size: number; at: readonly number[]; color: string }[],
): string {
  const words = lines.map(({ text, size, at, color }) => {
    return `BT /F ${size} Tf ${color} rg ${at.join(' ')} Td (${escaped(text)}) Tj ET`
  })
  const content = `${background} rg 0 0 ${width} ${height} re f\n${words.join('\n')}`
  // PDFium finds the objects without a table of their places.
  return `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 5 0 R/Resources<</Font<</F 4 0 R>>>>>>endobj
4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>endobj
5 0 obj<</Length ${content.length}>>stream
${content}
endstream endobj
trailer<</Root 1 0 R>>
startxref
0
%%EOF
`
}

/** In Latin-1; any other letter loses its accent, or is a question mark. */
const escaped = (text: string) =>
  text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/[^ -~\xa0-\xff]/gu, (letter) => /[ -~]+/.exec(letter.normalize('NFKD'))?.[0] ?? '?')
    .replace(/[\\()]/g, '\\$&')

const ICON = cardPdf([180, 180], ACCENT, [{ text: '§', size: 130, at: [57, 50], color: '1 1 1' }])

/** Breaks text into lines of about this many points, estimating the width of Times. */
function wrapLines(text: string, size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    const letters = longer.length + longer.replace(/[^\p{Lu}mw]/gu, '').length / 2
    if (lines.length > 0 && letters * size * 0.48 <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
