import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import type { S3Address } from './s3-address.ts'

/** How long the store may take, in milliseconds. */
export interface S3Patience {
  connect: number
  /** For the head of an answer; of a read, also from one piece to the next. */
  answer: number
  /** For the answer to a part of an upload, the sending included. */
  upload: number
  /** Between two tries of a read. */
  pause: number
}

export const PATIENCE: S3Patience = { connect: 5000, answer: 10_000, upload: 120_000, pause: 200 }

/** One store: the clients, and where in it our objects are. */
export interface S3Connection {
  bucket: string
  prefix: string
  patience: S3Patience
  /** Tries three times, with growing pauses. */
  client: S3Client
  /** Tries once: for reads, which s3-read.ts repeats itself. */
  reader: S3Client
}

/** Credentials come the usual AWS way: environment, profile, role of the machine. */
export function connectS3(address: S3Address, patience: S3Patience = PATIENCE): S3Connection {
  const config: S3ClientConfig = {
    region: address.region,
    ...(address.endpoint !== undefined && { endpoint: address.endpoint, forcePathStyle: true }),
    // Newer checksums are not known to every compatible store; each request's body is signed with its SHA-256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      // Each slow visitor holds a connection to the store; with the usual 50, the 51st would wait for ever.
      httpAgent: new HttpAgent({ keepAlive: true, maxSockets: Infinity }),
      httpsAgent: new HttpsAgent({ keepAlive: true, maxSockets: Infinity }),
      connectionTimeout: patience.connect,
      requestTimeout: patience.upload,
      throwOnRequestTimeout: true,
    },
  }
  const { bucket, prefix } = address
  return {
    bucket,
    prefix,
    patience,
    client: new S3Client({ ...config, maxAttempts: 3 }),
    reader: new S3Client({ ...config, maxAttempts: 1 }),
  }
}
