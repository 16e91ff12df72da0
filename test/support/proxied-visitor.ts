import { get, type IncomingMessage, type RequestOptions } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import SQLite from 'better-sqlite3'

/** The visitor's address: another of this machine's than the proxy's, so it is not itself a trusted proxy. */
export const VISITOR_ADDRESS = '127.0.0.2'

/** A visitor of a reverse proxy that listens at the port. */
export function createProxiedVisitor(port: number) {
  const ask = (path: string, options: RequestOptions = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const where = { host: '127.0.0.1', port, path, localAddress: VISITOR_ADDRESS, agent: false }
      get({ ...where, ...options }, resolve).on('error', reject)
    })
  return {
    ask,

    /** @returns bytes */
    async readWhole(path: string, options: RequestOptions = {}): Promise<number> {
      let bytes = 0
      for await (const piece of await ask(path, options)) bytes += piece.length
      return bytes
    },

    async untilItAnswers(): Promise<void> {
      for (let tries = 0; tries < 100; tries += 1) {
        const answer = await ask('/healthz').catch(() => undefined)
        answer?.resume()
        if (answer?.statusCode === 200) return
        await setTimeout(50)
      }
      throw new Error('The proxy did not pass anything on.')
    },
  }
}

/** Of the downloads of a data folder, oldest first. */
export function recordedAddresses(folder: string): unknown[] {
  const database = new SQLite(join(folder, 'docket.db'), { readonly: true })
  const rows = database.prepare('select client_ip from document_accesses order by id').pluck()
  const addresses = rows.all()
  database.close()
  return addresses
}

export function forgetDownloads(folder: string): void {
  const database = new SQLite(join(folder, 'docket.db'))
  database.exec('delete from document_accesses; delete from download_chains')
  database.close()
}
