import { inDatabaseOf } from './database-of.ts'
import { insertAccesses } from './expected-figures.ts'

export interface WrittenDownload {
  documentId: number
  /** In any form that Date reads. */
  at: string
  ip: string | null
  isRobot?: boolean
  userAgent?: string
}

/** Puts downloads of other days into the database of a program that may be running. */
export async function writeDownloads(
  folder: string,
  downloads: readonly WrittenDownload[],
): Promise<void> {
  const rows = downloads.map(({ documentId, at, ip, isRobot = false, userAgent = 'Firefox' }) => ({
    ...{ document_id: documentId, accessed_at: Date.parse(at), client_ip: ip },
    ...{ user_agent: userAgent, is_robot: isRobot ? 1 : 0 },
  }))
  await inDatabaseOf(folder, (db) => insertAccesses(db, rows))
}

/** A summer of downloads: without IPs until 07/29/2024, with the addresses of seven visitors from then on. */
export function summerOfDownloads(documentId: number): WrittenDownload[] {
  return Array.from({ length: 90 }, (_, index) => {
    const at = new Date(Date.UTC(2024, 5, 15 + index, 16)).toISOString()
    const hasIp = at >= '2024-07-30'
    return Array.from({ length: (index * 7) % 12 }, (_, each) => ({
      documentId,
      at,
      ip: hasIp ? `192.0.2.${(index + each) % 7}` : null,
      isRobot: each === 3,
    }))
  }).flat()
}
