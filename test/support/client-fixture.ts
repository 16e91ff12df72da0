import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { build } from 'esbuild'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { claimPdfViewer, closeContexts, desktop, openBrowser, openPage } from './browser.ts'
import { listenAnywhere } from './free-port.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void

/** A server with these pages and the built scripts, under the site's content security policy, and a real browser. */
export interface ClientFixture {
  address: string
  /** `GET /api/documents/3/download` and so on, in the order of arrival. */
  requests: string[]
  /** Responses that replace a page, by path. */
  answers: Map<string, Answer>
  /** Opens a page as in a browser without history. */
  open: (path: string, options?: BrowserContextOptions) => Promise<Page>
  close: () => Promise<void>
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; frame-src 'self'; connect-src 'self'; form-action 'self'"

/** `pages` returns the page at a path; the origin is known only once the server listens. */
export async function startClientFixture(
  pages: (path: string, address: string) => string | undefined,
): Promise<ClientFixture> {
  const [assets, browser] = await Promise.all([buildAssets(), openBrowser()])
  const requests: string[] = []
  const answers = new Map<string, Answer>()
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const { pathname } = new URL(request.url ?? '/', address)
    const body = await readBody(request).catch(() => undefined)
    const answer = answers.get(pathname)
    if (body && answer) return answer(request, response, body)
    const [type, content] = assets.get(pathname) ?? ['text/html', pages(pathname, address)]
    response.setHeader('content-security-policy', policy)
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': type }).end(content)
  })
  const address = `http://127.0.0.1:${await listenAnywhere(server)}`
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

async function readBody(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await request.toArray())
}

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
