import { StorageError } from '../storage.ts'

export type S3Address = ReturnType<typeof parseS3Address>

const BUCKET = /^[A-Za-z0-9][\w.-]{1,61}[A-Za-z0-9]$/

/** `s3://bucket/prefix?endpoint=…&region=…`. @throws StorageError, with a message that continues the name of the setting */
export function parseS3Address(value: string, defaultRegion: string | undefined) {
  const url = URL.parse(value)
  const {
    endpoint,
    region = defaultRegion,
    ...others
  } = Object.fromEntries(url?.searchParams ?? [])
  const isComplete = endpoint === undefined ? region !== undefined : isWebAddress(endpoint)
  const isPlain = !url?.username && !url?.password && !url?.port && !Object.keys(others).length
  if (!url || !BUCKET.test(url.hostname) || !isPlain || !isComplete)
    throw new StorageError(
      'must name a bucket, with the region of AWS or the endpoint of another store, and no keys (they are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY), for example s3://bucket/filings?region=us-east-1 or s3://bucket/filings?endpoint=https://minio.example.com:9000',
    )
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  return {
    bucket: url.hostname,
    /** Ends with a slash, or is empty. */
    prefix: path === '' ? '' : `${path}/`,
    /** Undefined for AWS itself. */
    endpoint,
    // Signatures include a region; stores without regions expect this one.
    region: region ?? 'us-east-1',
  }
}

function isWebAddress(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return /^https?:$/.test(protocol) && !username && !password
}
