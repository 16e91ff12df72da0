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

const UNREADABLE =
  'could not be read. Check that it still exists and that your browser can open it.'

async function verify(area: HTMLElement, file: File) {
  showStatus(area, `Reading ${file.name}…`)
  const hash = sha256.create()
  try {
    await file.stream().pipeTo(new WritableStream({ write: (piece) => void hash.update(piece) }))
  } catch {
    return showStatus(area, `${file.name} ${UNREADABLE}`)
  }
  // Relative in a closing archive.
  const form = document.querySelector<HTMLFormElement>('form.verify-hash')
  location.assign(`${form?.action}?sha256=${bytesToHex(hash.digest())}`)
}

function showStatus(area: HTMLElement, text: string) {
  const status = area.querySelector('[data-verify-status]')
  if (status) status.textContent = text
}
