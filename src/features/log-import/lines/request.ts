/** What a line tells of a request to a document's download; all other lines only need their reason. */
export interface DownloadRequest {
  documentId: number
  /** Milliseconds since 1970 UTC. */
  at: number
  /** 200: the whole document; 206: a range of it. */
  status: 200 | 206
  /** As the log names the client: only ever hashed, never kept. */
  client: string
  /** Empty where the log has none. */
  userAgent: string
  /** The part of the line by which it is known again. */
  identity: string
}

/** Why a line is no download, in the order in which it is asked (docs/operating.md, `--json`). */
export const REASONS = [
  'malformed',
  'too_long',
  'other_path',
  'other_method',
  'other_status',
  'unknown_document',
  'before_since',
  'after_until',
  'already_recorded',
] as const

export type Reason = (typeof REASONS)[number]

const REQUEST_LINE = /^(\S+) (.+?)(?: HTTP\/\d(?:\.\d)?)?$/s

/** Of `GET /path HTTP/1.1`; both are empty where the text is nothing of the kind. */
export function readRequestLine(text: string): { method: string; target: string } {
  const [, method = '', target = ''] = REQUEST_LINE.exec(text) ?? []
  return { method, target }
}

/** Digits beyond any id that a database gives: a document that is not known. */
const NO_DOCUMENT = Number.MAX_SAFE_INTEGER

const AUTHORITY = /^https?:\/\/[^/?#]*/i
const DOWNLOAD = /^\/api\/documents\/([1-9]\d*)\/download(?:\?|$)/

/**
 * The document of a request target, in origin or absolute form, or why the request is not a download. The path is taken
 * literally: another spelling of it (percent-encoded, another case, an extra slash) is another path.
 */
export function readDownload(
  method: string,
  target: string,
  status: number,
): Reason | Pick<DownloadRequest, 'documentId' | 'status'> {
  const [, digits] = DOWNLOAD.exec(target.replace(AUTHORITY, '')) ?? []
  if (digits === undefined) return 'other_path'
  if (method !== 'GET') return 'other_method'
  if (status !== 200 && status !== 206) return 'other_status'
  return { documentId: digits.length > 10 ? NO_DOCUMENT : Number(digits), status }
}
