import { planResponse } from '../../src/features/downloads/plan-response.ts'

export const SHA256 = 'ab'.repeat(32)
export const ETAG = `"${SHA256}"`
export const FILED = 'Thu, 30 Jul 2026 14:00:00 GMT'
export const EARLIER = 'Wed, 29 Jul 2026 14:00:00 GMT'
export const LATER = 'Fri, 31 Jul 2026 14:00:00 GMT'

/** For a document of this size that was filed at FILED. */
export const plan = (headers: Record<string, string> = {}, method = 'GET', byteSize = 1000) =>
  planResponse({
    method,
    headers,
    sha256: SHA256,
    byteSize,
    // HTTP dates have whole seconds; stored times have milliseconds.
    lastModified: Date.parse(FILED) + 678,
  })
