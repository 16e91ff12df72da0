import type { FastifyReply } from 'fastify'
import type { UploadedFile } from '../../../platform/http/request/form.ts'
import type { Platform } from '../../../platform/platform.ts'
import { acceptFiles, type FileRules } from './accept-files.ts'

/** An administrator's uploads end when their page is closed. @throws NoRoomError */
export const createUploadCheck =
  ({ config: { uploadMaxBytes } }: Platform, inspector: FileRules['inspector']) =>
  ({ raw }: FastifyReply, files: readonly UploadedFile[]) => {
    const left = new AbortController()
    // The check has its own deadlines, and while it works nothing is sent.
    raw.setTimeout(0)
    raw.once('close', () => {
      if (!raw.writableFinished) left.abort(new Error('the administrator left before the answer'))
    })
    return acceptFiles(files, { inspector, uploadMaxBytes, signal: left.signal })
  }
