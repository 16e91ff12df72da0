import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { acceptDrops } from './element.ts'

/** Hashes a file in the browser and sends the server only its SHA-256. */
export function startVerify(): void {
  const area = document.querySelector<HTMLElement>('[data-verify]')
  const input = area?.querySelector<HTMLInputElement>('[data-verify-file]')
  if (!area || !input) return
  const verifyFirst = (files: FileList | null) => {
    if (files?.[0]) verify(area, files[0])
  }
  input.addEventListener('change', () => verifyFirst(input.files))
  acceptDrops(area, verifyFirst)
}

/** If a second file is chosen in the meantime, the first is abandoned. */
let chosen: File | undefined

async function verify(area: HTMLElement, file: File) {
  chosen = file
  showStatus(area, `Reading ${file.name}…`)
  try {
    const sha256 = await hashFile(file)
    if (sha256 === undefined) return
    showStatus(area, 'Comparing with the docket…')
    // Relative in a closing archive.
    const form = document.querySelector<HTMLFormElement>('form.verify-hash')
    location.assign(`${form?.action}?sha256=${sha256}`)
  } catch {
    showStatus(
      area,
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

function showStatus(area: HTMLElement, text: string) {
  const status = area.querySelector('[data-verify-status]')
  if (status) status.textContent = text
}
