import type { Refusal } from '../forms/form-errors.ts'

/** The fraction sent of each file. Browsers report bytes of the whole request; those outside the files count first. */
export function fileProgress(sizes: readonly number[], sent: number, total: number): number[] {
  const inFiles = sizes.reduce((sum, size) => sum + size, 0)
  let left = sent - Math.max(0, total - inFiles)
  return sizes.map((size) => {
    const done = size === 0 ? Number(left >= 0) : Math.min(1, Math.max(0, left / size))
    left -= size
    return done
  })
}

/** After signing in again in another tab, this page's forms still carry the old session's token. @returns whether it did */
export async function renewToken(form: HTMLFormElement): Promise<boolean> {
  const request = fetch('/admin/account', { headers: { accept: 'text/html' } })
  const answer = await request.catch(() => undefined)
  if (!answer?.ok || answer.redirected) return false
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const email = (from: Document) => from.querySelector('.admin-email')?.textContent
  const token = page.querySelector<HTMLInputElement>('input[name=_csrf]')?.value
  const isNew = new FormData(form).get('_csrf') !== token
  if (!token || !isNew || email(page) !== email(document)) return false
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name=_csrf]')) {
    input.value = token
  }
  return true
}

export type UploadReply =
  | { kind: 'saved'; location: string }
  /** Good files are kept even if others were refused; `added` has their names. */
  | (Refusal & { kind: 'refused'; added: string[] })

const failure = 'Something went wrong on the server. Nothing was saved. Please try again.'
const signedOut =
  'You are signed out. Sign in again in another tab, then click the button again. Nothing you typed or selected here is lost.'
const summaries: Record<number, string> = {
  0: 'The connection was lost. Nothing was saved. Please try again.',
  403: 'This page is out of date. Open it again in another tab, then click the button again.',
  413: 'The files are too large.',
}

/** `status` 0 means that there was no response; `finalUrl` is the address after redirects. */
export function readUploadReply(status: number, body: string, finalUrl: string): UploadReply {
  const { location = finalUrl, detail, errors = {}, files = [], added = [] } = parseAnswer(body)
  if (status >= 200 && status < 300) return { kind: 'saved', location }
  const refusal = { kind: 'refused', errors, files, added } as const
  // Unlike the server, we know that the page and everything typed on it are still here.
  if (status === 401) return { ...refusal, summary: signedOut }
  if (status !== 422) return { ...refusal, summary: detail ?? summaries[status] ?? failure }
  const kept = added.length > 0 ? 'The other files were added.' : 'Nothing was saved.'
  return { ...refusal, summary: `${kept} Please correct the following:` }
}

type UploadAnswer = Partial<Refusal & { location: string; detail: string; added: string[] }>

/** Redirects and proxies return a page instead of JSON. */
function parseAnswer(body: string): UploadAnswer {
  try {
    return JSON.parse(body) ?? {}
  } catch {
    return {}
  }
}
