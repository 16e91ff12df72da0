import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { openFullBrowser } from './browser.ts'
import { freePort } from './free-port.ts'

/*
 * The little that a journey needs from any browser. Playwright needs its own builds of Firefox and WebKit;
 * these are Debian's, over WebDriver BiDi and WebDriver (W3C).
 */

export interface AnyBrowser {
  open(url: string): Promise<void>
  /** @param script the body of a function; what it returns is JSON */
  run<Result>(script: string, ...input: (string | number)[]): Promise<Result>
  /** @param place in CSS pixels of the viewport */
  click(place: { x: number; y: number }): Promise<void>
  type(text: string): Promise<void>
  choose(selector: string, file: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  close(): Promise<void>
}

const firefox = ['firefox-esr', 'firefox'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
)

/** So that it requests only the pages needed. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.newtabpage.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // Events sent through the parent process are waited for without end where a frame is just being closed.
  'remote.events.async.mouse.enabled': false,
  'services.settings.server': 'http://127.0.0.1:9/',
  'toolkit.telemetry.enabled': false,
}

const has = (program: string) => spawnSync(program, ['--help']).error === undefined

/** `open` exists only if the machine has the browser. */
export const EVERY_BROWSER: { name: string; open?: () => Promise<AnyBrowser> }[] = [
  { name: 'Chromium', open: openChromium },
  { name: 'Firefox', ...(firefox && { open: openFirefox }) },
  { name: 'WebKit', ...(has('WebKitWebDriver') && has('Xvfb') && { open: openWebKit }) },
]

async function openChromium(): Promise<AnyBrowser> {
  const context = await (await openFullBrowser()).newContext()
  const page = await context.newPage()
  return {
    open: async (url) => {
      await page.goto(url)
    },
    run: (script, ...given) =>
      page.evaluate(([body, values]) => new Function(...['a', 'b'], body)(...values), [
        script,
        given,
      ] as const),
    click: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    choose: (selector, file) => page.setInputFiles(selector, file),
    resize: (width, height) => page.setViewportSize({ width, height }),
    close: () => context.close(),
  }
}

const pointerAt = ({ x, y }: { x: number; y: number }) => ({
  type: 'pointer',
  id: 'mouse',
  actions: [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
})

const keysOf = (text: string) => ({
  type: 'key',
  id: 'keyboard',
  actions: [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
})

async function openFirefox(): Promise<AnyBrowser> {
  const home = mkdtempSync(join(tmpdir(), 'docket-firefox-'))
  const settings = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  writeFileSync(join(home, 'user.js'), settings.join(''))
  const words = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', home]
  const env = { ...process.env, HOME: home, MOZ_CRASHREPORTER_DISABLE: '1' }
  const options: SpawnOptions = { env, stdio: ['ignore', 'ignore', 'pipe'], detached: true }
  const child = spawn(firefox ?? '', words, options)
  const address = await lineWith(child, /WebDriver BiDi listening on (ws:\S+)/)
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')
  const send = bidi(socket)
  await send('session.new', { capabilities: {} })
  const { contexts } = await send('browsingContext.getTree', {})
  const { context } = contexts[0]
  const call = async (body: string, given: (string | number)[]) => {
    const functionDeclaration = `() => JSON.stringify((function (a, b) { ${body} })(...${JSON.stringify(given)}) ?? null)`
    const parameters = { functionDeclaration, target: { context }, awaitPromise: false }
    const { result, exceptionDetails } = await send('script.callFunction', parameters)
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return JSON.parse(result.value)
  }
  const perform = (action: object) => send('input.performActions', { context, actions: [action] })
  return {
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    run: (script, ...given) => call(script, given),
    click: (place) => perform(pointerAt(place)),
    type: (text) => perform(keysOf(text)),
    async choose(selector, file) {
      const locator = { type: 'css', value: selector }
      const { nodes } = await send('browsingContext.locateNodes', { context, locator })
      const element = { sharedId: nodes[0].sharedId }
      await send('input.setFiles', { context, element, files: [file] })
    },
    resize: (width, height) =>
      send('browsingContext.setViewport', { context, viewport: { width, height } }),
    async close() {
      socket.close()
      await endGroup(child)
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: every command answers with another shape
type Send = (method: string, params: object) => Promise<any>

function bidi(socket: WebSocket): Send {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(data)
    if (type === 'error') waiting.get(id)?.reject(new Error(`${error}: ${message}`))
    else waiting.get(id)?.resolve(result)
  })
  return (method, params) => {
    const id = waiting.size + 1
    const answer = Promise.withResolvers<unknown>()
    waiting.set(id, answer)
    socket.send(JSON.stringify({ id, method, params }))
    const late = setTimeout(() => answer.reject(new Error(`no answer to ${method}`)), 30_000)
    return answer.promise.finally(() => clearTimeout(late))
  }
}

/** The key that WebDriver uses for an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

async function openWebKit(): Promise<AnyBrowser> {
  const home = mkdtempSync(join(tmpdir(), 'docket-webkit-'))
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  const display = await lineWith(screen, /^(\d+)$/)
  const port = await freePort()
  const env = {
    ...process.env,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    DISPLAY: `:${display}`,
    NO_AT_BRIDGE: '1',
    // There is no sandbox for root.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  }
  const options = { env, stdio: 'ignore', detached: true } as const
  const child = spawn('WebKitWebDriver', [`--port=${port}`], options)
  const base = `http://127.0.0.1:${port}`
  while (!(await fetch(`${base}/status`).catch(() => undefined))?.ok) await sleep(50)
  const alwaysMatch = { 'webkitgtk:browserOptions': { args: ['--automation'] } }
  const { sessionId } = await webDriver(`${base}/session`, { capabilities: { alwaysMatch } })
  const send = (path: string, body?: object) =>
    webDriver(`${base}/session/${sessionId}${path}`, body)
  const perform = (action: object) => send('/actions', { actions: [action] })
  return {
    open: (url) => send('/url', { url }),
    run: async (script, ...given) => {
      const body = `return JSON.stringify((function (a, b) { ${script} }).apply(null, arguments) ?? null)`
      return JSON.parse(await send('/execute/sync', { script: body, args: given }))
    },
    click: (place) => perform(pointerAt(place)),
    type: (text) => perform(keysOf(text)),
    async choose(selector, file) {
      const reference = await send('/element', { using: 'css selector', value: selector })
      await send(`/element/${reference[ELEMENT]}/value`, { text: file })
    },
    resize: (width, height) => send('/window/rect', { width, height }),
    async close() {
      await endGroup(child)
      await endGroup(screen)
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: every command answers with another shape
async function webDriver(url: string, body?: object): Promise<any> {
  const init = body && { method: 'POST', body: JSON.stringify(body) }
  const { value } = (await (await fetch(url, init)).json()) as { value: { error?: string } | null }
  if (value?.error) throw new Error(JSON.stringify(value))
  return value
}

async function lineWith(child: ChildProcess, pattern: RegExp): Promise<string> {
  const stream = child.stderr ?? child.stdout
  if (!stream) throw new Error('nothing to read')
  for await (const line of createInterface(stream)) {
    const [, captured] = pattern.exec(line) ?? []
    if (captured) {
      stream.resume()
      return captured
    }
  }
  throw new Error('the browser ended before it was ready')
}

/** A browser has many processes. */
async function endGroup(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  if (!child.pid || child.exitCode !== null) return
  process.kill(-child.pid, 'SIGKILL')
  await ended
}
