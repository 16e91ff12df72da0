import {
  createLogReader,
  type LoggedDownload,
} from '../../src/features/log-import/lines/read-log.ts'
import { downloadOf } from './access-log.ts'

const OPTIONS = {
  documentIds: Int32Array.from([1, 2, 3]),
  timeZone: 'America/New_York',
  since: Number.NEGATIVE_INFINITY,
  until: Number.POSITIVE_INFINITY,
  recordedFrom: Number.POSITIVE_INFINITY,
  batchSize: 8000,
}

type Options = Partial<typeof OPTIONS>

export function readLog(pieces: (string | Buffer)[], options: Options = {}, isCut = false) {
  const outcome: LoggedDownload[] = []
  const reader = createLogReader({ ...OPTIONS, ...options }, ({ downloads }) => {
    outcome.push(...downloads)
  })
  for (const piece of pieces)
    reader.push(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)
  reader.end(isCut)
  const downloads = outcome.map(({ at, document_id: id, status, user_agent: userAgent }) => {
    return { at, id, status, userAgent }
  })
  const keys = outcome.map(({ visitor, line }) => `${visitor} ${line}`)
  return { ...reader.reading, downloads, keys }
}

export const AT = Date.UTC(2025, 2, 1, 12, 30, 15)
export const AGENT = 'Mozilla/5.0 (X11; Linux x86_64)'
export const target = downloadOf(1)
/** What the lines in these tests have. */
export const DOWNLOAD = { at: AT, id: 1, status: 200, userAgent: AGENT }

/** A line as Caddy writes it in JSON. */
export const CADDY = {
  level: 'info',
  ts: AT / 1000 + 0.25,
  logger: 'http.log.access.log0',
  msg: 'handled request',
  request: {
    remote_ip: '198.51.100.7',
    remote_port: '51234',
    client_ip: '198.51.100.7',
    proto: 'HTTP/2.0',
    method: 'GET',
    host: 'docket.example.com',
    uri: `${target}?disposition=attachment`,
    headers: { 'User-Agent': [AGENT], Accept: ['*/*'] },
  },
  bytes_read: 0,
  user_id: '',
  duration: 0.01,
  size: 5120,
  status: 200,
  resp_headers: { Server: ['Caddy'] },
}
