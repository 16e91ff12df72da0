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
  /** The bytes by which the line is known again. */
  identity: Uint8Array
}

/** Why a line is no download, in the order in which it is asked (docs/operating.md, `--json`). */
export type Reason =
  | 'malformed'
  | 'too_long'
  | 'other_path'
  | 'other_method'
  | 'other_status'
  | 'unknown_document'
  | 'before_since'
  | 'after_until'
  | 'already_recorded'

/** Digits beyond any id that a database gives: a document that is not known. */
export const NO_DOCUMENT = Number.MAX_SAFE_INTEGER

const AUTHORITY = /^https?:\/\/[^/?#]*/i
const DOWNLOAD = /^\/api\/documents\/([1-9]\d*)\/download(?:\?|$)/

/**
 * The document of a request target, in origin or absolute form. The path is taken byte by byte: another spelling of it
 * (percent-encoded, another case, a slash more) is another path.
 */
export function documentOf(target: string): number | undefined {
  const [, digits] = DOWNLOAD.exec(target.replace(AUTHORITY, '')) ?? []
  if (digits === undefined) return undefined
  return digits.length > 10 ? NO_DOCUMENT : Number(digits)
}

/** The reason why a request for a document is not a download, if it is not. */
export function refusal(method: string, status: number): Reason | undefined {
  if (method !== 'GET') return 'other_method'
  return status === 200 || status === 206 ? undefined : 'other_status'
}
