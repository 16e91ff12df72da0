import { StorageError } from '../storage.ts'

/** The location of an S3-compatible store, and the part of it that is ours. */
export interface S3Address {
  bucket: string
  /** Ends with a slash, or is empty. */
  prefix: string
  /** Undefined for AWS itself. */
  endpoint: string | undefined
  region: string
}

const EXAMPLE = 's3://bucket/filings?region=us-east-1'
const BUCKET = /^[A-Za-z0-9][\w.-]{1,61}[A-Za-z0-9]$/

/**
 * Reads `s3://bucket/prefix?endpoint=…&region=…` (CONTRACT section 2).
 * @throws StorageError, with a message that continues the name of the setting
 */
export function parseS3Address(value: string, defaultRegion: string | undefined): S3Address {
  if (!URL.canParse(value)) return refuse('is not a URL')
  const url = new URL(value)
  if (url.username || url.password) {
    return refuse('must not contain the keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  }
  const { endpoint, region = defaultRegion, ...others } = Object.fromEntries(url.searchParams)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return refuse(`takes only endpoint and region, not “${unknown}”`)
  if (url.port || !BUCKET.test(url.hostname)) {
    return refuse(
      'must begin with the name of a bucket',
      's3://bucket/filings?endpoint=https://minio.example.com:9000',
    )
  }
  if (endpoint !== undefined && !isWebAddress(endpoint)) {
    return refuse(
      'needs an http or https URL as its endpoint',
      's3://bucket/filings?endpoint=https://minio.example.com',
    )
  }
  if (region === undefined && endpoint === undefined)
    return refuse('needs the region of the bucket')
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  return {
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
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

function refuse(what: string, example = EXAMPLE): never {
  throw new StorageError(`${what}, for example ${example}`)
}
