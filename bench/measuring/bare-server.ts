import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Another peer: a Node server that does nothing but send `files` from memory, at `url`/0, /1, … */
export async function startBareServer(files: readonly string[]) {
  const server = fork(new URL('./bare-process.ts', import.meta.url), files)
  const [port] = (await once(server, 'message')) as [number]
  return {
    url: `http://127.0.0.1:${port}`,
    async stop(): Promise<void> {
      server.kill('SIGTERM')
      await once(server, 'close')
    },
  }
}
