import { rm, writeFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { cutText, oneLine } from '../../shared/clean-text.ts'
import { caseName, type SiteHeader } from '../../ui/layout/layout.tsx'
import type { PdfInspector } from '../checks/inspect-pdf.ts'
import type { FindFrame } from '../site/site-frame.ts'
import { type CardLine, type Color, cardPdf, wrapLines } from './card-pdf.ts'

/* What other programs show of the site: a picture of the caption for shared links, an icon, and the web app manifest. */

const PAPER: Color = [0.984, 0.98, 0.965]
const INK: Color = [0.118, 0.11, 0.098]
const SOFT: Color = [0.353, 0.333, 0.298]
const ACCENT: Color = [0.42, 0.114, 0.153]

const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 80]
const MAX_LINES = 6

export function captionCard(site: SiteHeader): Buffer {
  const name = cutText(oneLine(caseName(site)), 500)
  const size = name.length > 90 ? 50 : 68
  const wrapped = wrapLines(name, size, WIDTH - 2 * MARGIN)
  const shown = wrapped.slice(0, MAX_LINES)
  if (wrapped.length > MAX_LINES) shown[MAX_LINES - 1] += ' …'
  const first = HEIGHT / 2 + ((shown.length - 1) * size * 1.15) / 2
  const small = (text: string, y: number, color: Color): CardLine => ({
    ...{ text: cutText(oneLine(text), 70), size: 32, at: [MARGIN, y], color },
  })
  const lines: CardLine[] = [
    small(site.court, HEIGHT - 90, SOFT),
    ...shown.map((text, index): CardLine => {
      const at = [MARGIN, first - index * size * 1.15 - size / 3] as const
      return { text, size, at, color: INK }
    }),
    small(
      [site.caseNumber && `No. ${site.caseNumber}`, 'Docket'].filter(Boolean).join(' – '),
      70,
      ACCENT,
    ),
  ]
  return cardPdf({ width: WIDTH, height: HEIGHT, background: PAPER, lines })
}

const ICON = 180
const icon = () =>
  cardPdf({
    ...{ width: ICON, height: ICON, background: ACCENT },
    lines: [{ text: '§', size: 130, at: [57, 50], color: [1, 1, 1] }],
  })

interface CardOptions {
  findFrame: FindFrame
  inspector: Pick<PdfInspector, 'picture'>
}

export function createCardHandlers(
  { files }: Pick<Platform, 'files'>,
  { findFrame, inspector }: CardOptions,
) {
  const drawn = new Map<string, Promise<Buffer | undefined>>()

  /** Drawn in the inspector's process, once for each caption. */
  async function draw(pdf: Buffer): Promise<Buffer | undefined> {
    const path = await files.incomingPath()
    try {
      await writeFile(path, pdf)
      return await inspector.picture(path, { page: 1, box: null })
    } finally {
      await rm(path, { force: true })
    }
  }

  async function send(reply: FastifyReply, name: string, pdf: Buffer) {
    const key = pdf.toString('latin1')
    const picture = drawn.get(key) ?? draw(pdf)
    // Only the icon and the latest caption are kept.
    for (const old of drawn.keys()) if (old !== key && drawn.size > 1) drawn.delete(old)
    drawn.set(key, picture)
    const png = await picture.catch((error: unknown) => {
      drawn.delete(key)
      throw error
    })
    if (!png) throw new NotFoundError(`${name} cannot be drawn.`)
    return reply.headers({ 'cache-control': 'public, max-age=3600' }).type('image/png').send(png)
  }

  return {
    card: async (_request: FastifyRequest, reply: FastifyReply) =>
      send(reply, 'The picture', captionCard((await findFrame()).site)),

    icon: (_request: FastifyRequest, reply: FastifyReply) => send(reply, 'The icon', icon()),

    manifest: async (_request: FastifyRequest, reply: FastifyReply) => {
      const name = caseName((await findFrame()).site)
      const icons = [{ src: '/apple-touch-icon.png', sizes: `${ICON}x${ICON}`, type: 'image/png' }]
      const colors = { theme_color: '#6b1d27', background_color: '#fbfaf6' }
      const manifest = { name, start_url: '/', display: 'browser', ...colors, icons }
      return reply.type('application/manifest+json').send(JSON.stringify(manifest))
    },
  }
}
