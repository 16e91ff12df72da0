import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { S3, type S3ClientConfig } from '@aws-sdk/client-s3'
import { StorageUnavailableError } from '../storage.ts'
import type { S3Address } from './s3-address.ts'

/** In milliseconds. */
const TIMEOUTS = {
  connect: 5000,
  /** Until response headers arrive. */
  answer: 10_000,
  /** For one part of an upload, including sending it. */
  upload: 120_000,
  /** Between two pieces; also for a visitor who takes none, whose own connection ends as soon. */
  idle: 120_000,
}

export type S3Connection = ReturnType<typeof connectS3>

/** Credentials come from the usual AWS sources: environment, profile, machine role. */
export function connectS3(address: S3Address, timeouts = TIMEOUTS) {
  const config: S3ClientConfig = {
    region: address.region,
    ...(address.endpoint !== undefined && { endpoint: address.endpoint, forcePathStyle: true }),
    // Some compatible stores do not support the newer checksums; bodies are signed with their SHA-256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      // Each slow visitor holds a connection; with the default limit of 50, the 51st would wait forever.
      httpAgent: new HttpAgent({ keepAlive: true, maxSockets: Infinity }),
      httpsAgent: new HttpsAgent({ keepAlive: true, maxSockets: Infinity }),
      connectionTimeout: timeouts.connect,
      requestTimeout: timeouts.upload,
      socketTimeout: timeouts.idle,
      throwOnRequestTimeout: true,
    },
  }
  const locate = (key: string) => ({ Bucket: address.bucket, Key: address.prefix + key })
  return { ...address, locate, timeouts, client: new S3(config) }
}

interface S3Failure {
  name?: string
  Code?: string
  code?: string
  $metadata?: { httpStatusCode?: number }
}

/** The store's own message is not shown, because it may contain the access key. */
const REASONS: [RegExp, string][] = [
  [/^NoSuchBucket$/, 'there is no such bucket'],
  [/^InvalidAccessKeyId$/, 'the store does not know the access key (AWS_ACCESS_KEY_ID)'],
  [/^SignatureDoesNotMatch$/, 'the secret key is wrong (AWS_SECRET_ACCESS_KEY)'],
  [
    /^(PermanentRedirect|AuthorizationHeaderMalformed|301)$/,
    'the bucket is in another region: add ?region=… to the URL',
  ],
  [
    /^CredentialsProviderError$/,
    'no credentials were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE',
  ],
  [/^ECONNREFUSED$/, 'nothing is listening at that host and port'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'that host is not known'],
  [/^(CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|ERR_TLS)/, 'its certificate is not trusted'],
  [/^InvalidRange$/, 'the object is shorter than its document'],
  [/^(TimeoutError|AbortError|ETIMEDOUT)$/, 'it did not answer in time'],
]

export function isMissing(error: unknown): boolean {
  const { name, Code } = error as S3Failure
  return ['NoSuchKey', 'NotFound'].includes(Code ?? name ?? '')
}

/** @param action what was tried, as in “the credentials are not allowed to list the bucket” */
export function explainS3(error: unknown, action: string): string {
  const { name = '', Code = '', code = '', $metadata } = error as S3Failure
  const status = $metadata?.httpStatusCode ?? 0
  const words = [Code, code, name, `${status}`]
  const match = REASONS.find(([pattern]) => words.some((word) => pattern.test(word)))
  if (match) return match[1]
  const answer = words.find(Boolean)
  if (status === 403) return `the credentials are not allowed to ${action} (${answer})`
  return `the store did not ${action} (${answer})`
}

/** The error for callers; its cause is for the log. */
export function unavailable(error: unknown, action: string): StorageUnavailableError {
  if (error instanceof StorageUnavailableError) return error
  return new StorageUnavailableError(`the store failed: ${explainS3(error, action)}`, {
    cause: error,
  })
}
