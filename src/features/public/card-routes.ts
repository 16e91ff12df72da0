import { rm, writeFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { cutText, oneLine } from '../../shared/clean-text.ts'
import { caseName, type SiteHeader } from '../../ui/layout/layout.tsx'
import type { PdfInspector } from '../checks/inspect-pdf.ts'
import type { FindFrame } from '../site/site-frame.ts'
import { cardPdf, wrapLines } from './card-pdf.ts'

/* What other programs show of the site: a picture of the caption for shared links, an icon, and the web app manifest. */

const [PAPER, INK, SOFT, ACCENT] = ['.98 .98 .96', '.12 .11 .1', '.35 .33 .3', '.42 .11 .15']
const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 80]
const MAX_LINES = 6

export function captionCard(site: SiteHeader): Buffer {
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
      const at = [MARGIN, first - index * size * 1.1] as const
      return { text, size, at, color: INK }
    }),
    { text: number && `No. ${number}`, size: 32, at: [MARGIN, 70], color: ACCENT },
  ])
}

const ICON = 180
const icon = () =>
  cardPdf([ICON, ICON], ACCENT, [{ text: '§', size: 130, at: [57, 50], color: '1 1 1' }])

interface CardOptions {
  findFrame: FindFrame
  inspector: Pick<PdfInspector, 'picture'>
}

export function createCardHandlers({ files }: Platform, { findFrame, inspector }: CardOptions) {
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

  async function send(reply: FastifyReply, pdf: Buffer) {
    const png = await drawn.fetch(pdf.toString('latin1'))
    if (!png) throw new NotFoundError()
    return reply.headers({ 'cache-control': 'public, max-age=3600' }).type('image/png').send(png)
  }

  return {
    card: async (_request: FastifyRequest, reply: FastifyReply) =>
      send(reply, captionCard((await findFrame()).site)),

    icon: (_request: FastifyRequest, reply: FastifyReply) => send(reply, icon()),

    manifest: async (_request: FastifyRequest, reply: FastifyReply) => {
      const icons = [{ src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' }]
      const manifest = {
        ...{ name: caseName((await findFrame()).site), start_url: '/', display: 'browser', icons },
        ...{ theme_color: '#6b1d27', background_color: '#fbfaf6' },
      }
      return reply.type('application/manifest+json').send(JSON.stringify(manifest))
    },
  }
}
