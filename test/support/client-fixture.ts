import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { build } from 'esbuild'
import type { BrowserContextOptions } from 'playwright-core'
import { claimPdfViewer, closeContexts, desktop, openBrowser, openPage } from './browser.ts'
import { listenAnywhere } from './free-port.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; frame-src 'self'; connect-src 'self'; form-action 'self'"

/**
 * A server with these pages and the built scripts, under the site's content security policy, and a real browser.
 * @param pages returns the page at a path; the origin is known only once the server listens
 */
export async function startClientFixture(
  pages: (path: string, address: string) => string | undefined,
) {
  const [assets, browser] = await Promise.all([buildAssets(), openBrowser()])
  /** `GET /api/documents/3/download` and so on, in the order of arrival. */
  const requests: string[] = []
  /** Responses that replace a page, by path. */
  const answers = new Map<string, Answer>()
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const { pathname } = new URL(request.url ?? '/', address)
    const pieces: Buffer[] | undefined = await request.toArray().catch(() => undefined)
    const answer = answers.get(pathname)
    if (pieces && answer) return answer(request, response, Buffer.concat(pieces))
    const [type, content] = assets.get(pathname) ?? ['text/html', pages(pathname, address)]
    response.setHeader('content-security-policy', policy)
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': type }).end(content)
  })
  const address = `http://127.0.0.1:${await listenAnywhere(server)}`
  /** Opens a page as in a browser without history. */
  const open = async (path: string, options: BrowserContextOptions = {}) => {
    const page = await openPage(browser, address, { ...desktop, ...options })
    await claimPdfViewer(page)
    await page.goto(address + path)
    requests.length = 0
    return page
  }
  const close = async () => {
    await closeContexts(browser)
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { address, requests, answers, open, close }
}

export type ClientFixture = Awaited<ReturnType<typeof startClientFixture>>

async function buildAssets(): Promise<Map<string, [type: string, content: string]>> {
  const { outputFiles } = await build({
    entryPoints: ['src/client/site.ts', 'src/client/admin.ts', 'src/styles/admin.css'],
    outdir: '/',
    entryNames: '[name]',
    bundle: true,
    write: false,
    format: 'esm',
    loader: { '.woff2': 'empty' },
  })
  return new Map(
    outputFiles.map(({ path, text }) => {
      const name = path.slice(path.lastIndexOf('/'))
      return [name, [name.endsWith('.css') ? 'text/css' : 'text/javascript', text]]
    }),
  )
}
