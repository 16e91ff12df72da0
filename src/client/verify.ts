import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { acceptDrops } from './element.ts'

/** Hashes a file in the browser and sends the server only its SHA-256. */
export function startVerify(): void {
  const place = document.querySelector<HTMLElement>('[data-verify]')
  const input = place?.querySelector<HTMLInputElement>('[data-verify-file]')
  if (!place || !input) return
  const verifyFirst = (files: FileList | null) => {
    if (files?.[0]) verify(place, files[0])
  }
  input.addEventListener('change', () => verifyFirst(input.files))
  acceptDrops(place, verifyFirst)
}

/** If a second file is chosen in the meantime, the first is abandoned. */
let chosen: File | undefined

async function verify(place: HTMLElement, file: File) {
  chosen = file
  say(place, `Reading ${file.name}…`)
  try {
    const sha256 = await hashFile(file)
    if (sha256 === undefined) return
    say(place, 'Comparing with the docket…')
    // Relative in a closing archive.
    const form = document.querySelector<HTMLFormElement>('form.verify-hash')
    location.assign(`${form?.action}?sha256=${sha256}`)
  } catch {
    say(
      place,
      `${file.name} could not be read. Check that it still exists and that your browser can open it.`,
    )
  }
}

async function hashFile(file: File) {
  const hash = sha256.create()
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (chosen !== file) return undefined
    if (done) return bytesToHex(hash.digest())
    hash.update(value)
  }
}

function say(place: HTMLElement, text: string) {
  const status = place.querySelector('[data-verify-status]')
  if (status) status.textContent = text
}
