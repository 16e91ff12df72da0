import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/** What s3rver lets in; it checks the signatures. */
export const S3_KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
const BUCKET = 'filings'

type Middleware = S3rver['middleware'][number]

/**
 * A real S3-compatible server from npm, in this process: the maintained fork of s3rver. It cannot
 * list or abort unfinished uploads, and computes the signature of a bucket's URL without the slash that the
 * SDK signs; both are fixed here.
 */
function createServer(
  directory: string,
  address: { address: string; port: number },
  buckets: string[] = [],
): S3rver {
  const configureBuckets = buckets.map((name) => ({ name }))
  const options = { silent: true, directory, vhostBuckets: false, configureBuckets }
  const server = new S3rver({ ...options, ...address })
  // The last one answers.
  server.middleware.splice(-1, 0, bucketAddress, unfinishedUploads(directory))
  return server
}

export async function startS3Server() {
  const directory = mkdtempSync(join(tmpdir(), 'docket-s3-'))
  const server = createServer(directory, { address: '127.0.0.1', port: 0 }, [BUCKET])
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    /** `s3://…` of an existing bucket, with this prefix. */
    url: (prefix: string, at = endpoint) =>
      `s3://${BUCKET}/${prefix}?endpoint=${encodeURIComponent(at)}&region=us-east-1`,
    /** The folder of the bucket, to inspect it directly. */
    folder: join(directory, BUCKET),
    async stop() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export type S3Server = Awaited<ReturnType<typeof startS3Server>>

/** The same until the process ends, for other machines: a folder whose folders are its buckets. */
export async function serveStore(directory: string, port: number): Promise<void> {
  await createServer(directory, { address: '0.0.0.0', port }).run()
}

const bucketAddress: Middleware = async (context, next) => {
  // A route mounted at a slash is signed with it.
  if (/^\/[^/]+\/$/.test(context.path))
    Object.assign(context, { mountPath: '/' }).state.vhost = true
  await next()
}

/** ListMultipartUploads and AbortMultipartUpload over the folder in which s3rver collects the parts. */
function unfinishedUploads(directory: string): Middleware {
  return async (context, next) => {
    const { method, path, query } = context
    const uploads = join(directory, path.split('/')[1] ?? '', '._S3rver_uploads')
    if (method === 'GET' && query.uploads !== undefined) {
      context.type = 'application/xml'
      context.body = listXml(uploads, query.prefix ?? '')
    } else if (method === 'DELETE' && query.uploadId !== undefined) {
      rmSync(join(uploads, query.uploadId), { recursive: true, force: true })
      context.status = 204
    } else {
      await next()
    }
  }
}

function listXml(uploads: string, prefix: string): string {
  const xml = readdirSync(uploads).map((id) => {
    const file = join(uploads, id, 'key')
    const key = readFileSync(file, 'utf8')
    const at = statSync(file).mtime.toISOString()
    return key.startsWith(prefix)
      ? `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at}</Initiated></Upload>`
      : ''
  })
  return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${xml.join('')}</ListMultipartUploadsResult>`
}
