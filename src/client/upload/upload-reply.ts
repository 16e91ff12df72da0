import type { FieldErrors } from '../../ui/form.tsx'

/** What the server made of the form: a page to go to, or reasons to show beside what was typed and chosen. */
export type UploadReply =
  | { kind: 'saved'; location: string }
  | {
      kind: 'refused'
      summary: string
      errors: FieldErrors
      files: RefusedFile[]
      /** Where good files stay although others were refused: their names. */
      added: string[]
    }

export interface RefusedFile {
  name: string
  reason: string
}

const summaries: Record<number, string> = {
  0: 'The connection was lost. Nothing was saved. Please try again.',
  401: 'You are signed out. Sign in again in another tab, then click the button again. Nothing you typed or selected here is lost.',
  403: 'This page is out of date. Open it again in another tab, then click the button again.',
  413: 'The files are too large.',
}

/** `status` 0 means that no answer came; `finalUrl` is where redirects led. */
export function readUploadReply(status: number, body: string, finalUrl: string): UploadReply {
  const answer = parseObject(body)
  if (status >= 200 && status < 300) {
    return { kind: 'saved', location: readText(answer.location) ?? finalUrl }
  }
  const added = Array.isArray(answer.added) ? answer.added.map(readText).filter(isPresent) : []
  return {
    kind: 'refused',
    summary: summarize(status, readText(answer.detail), added),
    errors: readErrors(answer.errors),
    files: readFiles(answer.files),
    added,
  }
}

const failure = 'Something went wrong on the server. Nothing was saved. Please try again.'

function summarize(status: number, detail: string | undefined, added: string[]): string {
  // The page, and what was typed on it, are still here: more can be said than the server knows.
  if (status === 401) return summaries[401] ?? failure
  if (status !== 422) return detail ?? summaries[status] ?? failure
  return added.length > 0
    ? 'The other files were added. Please correct the following:'
    : 'Nothing was saved. Please correct the following:'
}

function parseObject(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

function readErrors(value: unknown): FieldErrors {
  if (!isObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).map(([field, messages]) => [
      field,
      (Array.isArray(messages) ? messages : [messages]).filter((text) => typeof text === 'string'),
    ]),
  )
}

function readFiles(value: unknown): RefusedFile[] {
  if (!Array.isArray(value)) return []
  return value.filter(isObject).flatMap((file) => {
    const [name, reason] = [readText(file.name), readText(file.reason)]
    return name && reason ? [{ name, reason }] : []
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isPresent(value: string | undefined): value is string {
  return value !== undefined
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
