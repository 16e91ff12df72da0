import type { UploadFiles } from './upload-files.ts'
import type { UploadPlace } from './upload-place.ts'

/** Files chosen with the picker, or dropped on it. */
export function acceptFiles({ picker, zone }: UploadPlace, files: UploadFiles): void {
  picker.addEventListener('change', () => {
    files.add(picker.files ?? [])
    // The files are kept in the list; an emptied picker can add more, and the same one again.
    picker.value = ''
  })
  zone.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    zone.classList.add('is-over')
  })
  zone.addEventListener('dragleave', () => zone.classList.remove('is-over'))
  zone.addEventListener('drop', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    zone.classList.remove('is-over')
    files.add(event.dataTransfer?.files ?? [])
  })
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/** Lines are dragged by their handle; their buttons do the same without a pointer. */
export function acceptReordering({ list }: UploadPlace, files: UploadFiles): void {
  let dragged: Element | undefined
  list.addEventListener('dragstart', (event) => {
    const line = lineOf(event)
    if (!line) return
    dragged = line
    line.classList.add('is-dragged')
    event.dataTransfer?.setDragImage(line, 0, 0)
  })
  list.addEventListener('dragend', () => {
    dragged?.classList.remove('is-dragged')
    dragged = undefined
  })
  list.addEventListener('dragover', (event) => {
    if (dragged) event.preventDefault()
  })
  list.addEventListener('drop', (event) => {
    const target = lineOf(event)
    if (!dragged || !target) return
    event.preventDefault()
    files.move(files.positionOf(dragged), files.positionOf(target))
  })
}

function lineOf(event: DragEvent): Element | null {
  return (event.target as Element).closest('[data-upload-file]')
}
