import { formatBytes } from '../../shared/document-label.ts'
import { acceptDrops, element } from '../element.ts'
import { showFormErrors } from '../forms/form-errors.ts'
import { sendUpload, uploadStatus } from './send-upload.ts'
import { rowButton } from './upload-place.ts'

interface DroppedFile {
  file: File
  progress: HTMLProgressElement
}

/** Submits `data-drop-form` without leaving the page, and shows progress for each file and overall. */
export function startDropForm(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-drop-form]')
  if (!form) return
  const part = <E extends HTMLElement>(name: string) => form.querySelector<E>(`[data-drop-${name}]`)
  const list = part('files')
  const report = part('report')
  const status = part('status')
  const whole = part<HTMLProgressElement>('progress')
  if (!list || !report || !status || !whole) return
  const dropped: DroppedFile[] = []

  const add = (files: Iterable<File>) => {
    for (const file of files) {
      const progress = element('progress', { max: '1', value: '0', 'aria-label': file.name })
      const remove = rowButton('Remove', file.name)
      const name = element('span', {}, `${file.name} (${formatBytes(file.size)})`)
      const line = element('li', {}, name, progress, remove)
      const one = { file, progress }
      dropped.push(one)
      list.append(line)
      remove.addEventListener('click', () => {
        dropped.splice(dropped.indexOf(one), 1)
        line.remove()
        count()
      })
    }
    count()
  }
  const show = (share: number, shares: readonly number[] = []) => {
    whole.value = share
    dropped.forEach(({ progress }, index) => {
      progress.value = shares[index] ?? 0
    })
  }
  const count = () => {
    report.hidden = dropped.length === 0
    status.textContent = dropped.length === 1 ? '1 file' : `${dropped.length} files`
  }

  for (const input of form.querySelectorAll<HTMLInputElement>('[data-drop-input]')) {
    input.addEventListener('change', () => {
      add(input.files ?? [])
      // Cleared, so that more files can be added.
      input.value = ''
    })
  }
  acceptDrops(document.body, async (_, transfer) => add(await filesIn(transfer)))

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (form.ariaBusy === 'true') return
    form.ariaBusy = 'true'
    sendUpload({
      form,
      files: dropped.map(({ file }) => file),
      onProgress: (shares, share) => {
        show(share, shares)
        status.textContent = uploadStatus(share)
      },
      onReply: (reply) => {
        if (reply.kind === 'saved') return location.assign(reply.location)
        form.ariaBusy = 'false'
        show(0)
        count()
        showFormErrors(form, reply)
      },
    })
  })
}

/** Includes files in folders, at any depth. */
async function filesIn({ items, files }: DataTransfer): Promise<File[]> {
  const plain = [...files]
  // `items` is emptied at the first `await`.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.every((entry) => entry.isFile)) return plain
  return (await Promise.all(entries.map(filesBelow))).flat()
}

async function filesBelow(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    return [await new Promise<File>((use, fail) => (entry as FileSystemFileEntry).file(use, fail))]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const inside: FileSystemEntry[] = []
  // Chromium returns at most 100 entries per call.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((use, fail) => reader.readEntries(use, fail))
    if (some.length === 0) break
    inside.push(...some)
  }
  return (await Promise.all(inside.map(filesBelow))).flat()
}
