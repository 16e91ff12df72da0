import { GetObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { type StorageKey, storageKey } from '../storage.ts'
import { parseS3Address } from './s3-address.ts'
import { connectS3 } from './s3-client.ts'

/** Sends visitors to the store itself, with an address that expires soon. */
export interface StorageRedirects {
  /** `https://host`; pages that frame a document must allow it. */
  origin: string
  /** @param disposition the Content-Disposition header for the store to send */
  urlOf(key: StorageKey, disposition: string): Promise<string>
}

/** Long enough for a slow phone to start the download. */
const SECONDS = 300

export async function createS3Redirects(
  url: string,
  region: string | undefined,
): Promise<StorageRedirects> {
  const { client, bucket, prefix } = connectS3(parseS3Address(url, region))
  const urlOf: StorageRedirects['urlOf'] = (key, disposition) => {
    const object = new GetObjectCommand({
      Bucket: bucket,
      Key: prefix + key,
      ResponseContentType: 'application/pdf',
      ResponseContentDisposition: disposition,
      ResponseCacheControl: 'private, no-store',
    })
    return getSignedUrl(client, object, { expiresIn: SECONDS })
  }
  const { origin } = new URL(await urlOf(storageKey('0'.repeat(64)), 'inline'))
  return { origin, urlOf }
}
