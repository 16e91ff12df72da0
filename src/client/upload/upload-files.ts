import { formatBytes } from '../../shared/document-label.ts'
import {
  closeGaps,
  isCounted,
  type NamedEntry,
  proposeNumbers,
  proposeTitle,
} from '../../shared/naming-rules.ts'
import { acceptDrops } from '../element.ts'
import type { RefusedUpload } from '../forms/form-errors.ts'
import {
  makeRow,
  type ReadDocument,
  showFindings,
  type UploadPlace,
  type UploadRow,
} from './upload-place.ts'

interface ChosenUpload extends ChosenFile {
  file: File
  row: UploadRow
}

const untyped = { title: '', isTitleTyped: false, attachmentNumber: 0, isNumberTyped: false }

export class UploadFiles {
  listed: ChosenUpload[] = []
  readonly #place: UploadPlace

  constructor(place: UploadPlace) {
    this.#place = place
  }

  add(files: Iterable<File>): void {
    const added = [...files]
    for (const file of added) {
      const row = makeRow(file)
      this.listed.push({ file, row, ...untyped })
      this.#listen(row)
      // Reported before the upload; the server checks again.
      if (file.size > this.#place.maxBytes) {
        row.error.textContent = `Larger than ${formatBytes(this.#place.maxBytes)}.`
      }
    }
    this.#arrange(this.listed)
    this.#place.whenAdded(added)
  }

  /** @param files those that were sent; some may have been removed from the list since */
  showRead(files: readonly File[], documents: readonly ReadDocument[]): void {
    const left = [...documents]
    const read = new Map<File, ReadDocument>()
    for (const file of files) {
      const at = left.findIndex(({ name }) => name === file.name)
      if (at >= 0) for (const document of left.splice(at, 1)) read.set(file, document)
    }
    this.#arrange(
      this.listed.map((chosen) => {
        const document = read.get(chosen.file)
        if (document) showFindings(chosen.row, document)
        return document ? { ...chosen, read: document } : chosen
      }),
    )
  }

  move(from: number, to: number): void {
    this.#arrange(move(this.listed, from, to))
  }

  positionOf(line: Element): number {
    return this.listed.findIndex(({ row }) => row.line === line)
  }

  /** These files are now documents of the entry, so their numbers are taken. */
  removeAdded(names: readonly string[]): void {
    const isAdded = ({ file }: ChosenUpload) => names.includes(file.name)
    const added = closeGaps(this.listed.filter(isAdded), this.#place.usedNumbers)
    this.#place.usedNumbers.push(...added.map((chosen) => chosen.attachmentNumber))
    this.#arrange(this.listed.filter((chosen) => !isAdded(chosen)))
  }

  proposeAgain(): void {
    this.#arrange(this.listed)
  }

  showProgress(progress: readonly number[]): void {
    this.listed.forEach(({ row }, index) => {
      row.progress.hidden = false
      row.progress.value = progress[index] ?? 0
    })
  }

  hideProgress(): void {
    for (const { row } of this.listed) row.progress.hidden = true
  }

  showErrors(refused: readonly RefusedUpload[]): void {
    for (const { row, file } of this.listed) {
      const reasons = refused.filter(({ name }) => name === file.name).map(({ reason }) => reason)
      row.error.textContent = reasons.join(' ')
    }
  }

  #listen(row: UploadRow): void {
    const position = () => this.positionOf(row.line)
    row.up.addEventListener('click', () => this.move(position(), position() - 1))
    row.down.addEventListener('click', () => this.move(position(), position() + 1))
    row.remove.addEventListener('click', () => {
      this.#arrange(this.listed.toSpliced(position(), 1))
      this.#place.picker.focus()
    })
    row.title.addEventListener('input', () => {
      const title = row.title.value
      this.#change(position(), { title, isTitleTyped: title !== '' })
    })
    row.number.addEventListener('change', () => {
      const { value } = row.number
      this.#change(position(), { attachmentNumber: Number(value), isNumberTyped: value !== '' })
      this.#arrange(this.listed)
    })
  }

  #change(position: number, change: Partial<Omit<ChosenFile, 'file'>>): void {
    this.listed = this.listed.map((file, index) =>
      index === position ? { ...file, ...change } : file,
    )
  }

  /** Keeps the focus on a line that moved. */
  #arrange(files: readonly ChosenUpload[]): void {
    this.listed = proposeTitles(files, this.#place.findEntry(), this.#place.usedNumbers)
    const { reason } = this.#place
    const needsReason = this.listed.some(({ read }) =>
      read?.findings.some((one) => one.is_disclosure),
    )
    if (reason && needsReason) reason.hidden = false
    const focused = document.activeElement
    this.#place.list.replaceChildren(...this.listed.map(({ row }) => row.line))
    this.listed.forEach(({ row, title, attachmentNumber }, index) => {
      row.title.value = title
      row.number.value = String(attachmentNumber)
      row.up.disabled = index === 0
      row.down.disabled = index === this.listed.length - 1
    })
    if (focused instanceof HTMLElement && this.#place.list.contains(focused)) focused.focus()
  }
}

export function addFiles({ picker, zone }: UploadPlace, files: UploadFiles): void {
  picker.addEventListener('change', () => {
    files.add(picker.files ?? [])
    // Cleared, so that more files can be added, even the same one again.
    picker.value = ''
  })
  acceptDrops(zone, (dropped) => files.add(dropped))
}

export function acceptReordering({ list }: UploadPlace, files: UploadFiles): void {
  let dragged: Element | undefined
  list.addEventListener('dragstart', (event) => {
    dragged = lineOf(event) ?? undefined
    dragged?.classList.add('is-dragged')
    if (dragged) event.dataTransfer?.setDragImage(dragged, 0, 0)
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

/** Typed values are never replaced by proposals. */
export interface ChosenFile {
  file: { name: string; size: number }
  title: string
  isTitleTyped: boolean
  attachmentNumber: number
  isNumberTyped: boolean
  isCounted?: boolean
  read?: ReadDocument
}

/** Uses the server's own rules, so that the list shows what will be filed. */
export function proposeTitles<File extends ChosenFile>(
  files: readonly File[],
  entry: NamedEntry,
  used: readonly number[],
): File[] {
  const fixed = fixNumbers(files, used)
  const names = files.filter((chosen) => !fixed.has(chosen)).map(({ file }) => file.name)
  const proposed = proposeNumbers(names, entry, [...used, ...fixed.values()]).values()
  return files.map((chosen) => {
    const attachmentNumber = fixed.get(chosen) ?? proposed.next().value ?? 0
    const title = chosen.isTitleTyped ? chosen.title : typedTitle(chosen, attachmentNumber, entry)
    const isFixed = fixed.has(chosen)
    return {
      ...chosen,
      attachmentNumber,
      title,
      isCounted: !isFixed && isCounted(chosen.file.name, attachmentNumber, entry),
    }
  })
}

/** Names assigned by scanners and filing systems. */
const SAYS_NOTHING = /^(?:main|document|main document|attachment|scan|file|untitled)?[\s\d().-]*$/i

/** From the docket text or the file name; if the name says nothing, from the first page. */
function typedTitle({ file, read }: ChosenFile, number: number, entry: NamedEntry): string {
  const named = proposeTitle(file.name, number, { ...entry, title: '' })
  if (!SAYS_NOTHING.test(named)) return named
  return read?.title || proposeTitle(file.name, number, entry)
}

/** Typed numbers first, then stamped ones unless another file has the number. */
function fixNumbers<File extends ChosenFile>(files: readonly File[], used: readonly number[]) {
  const fixed = new Map<File, number>()
  for (const chosen of files) if (chosen.isNumberTyped) fixed.set(chosen, chosen.attachmentNumber)
  const taken = new Set([...used, ...fixed.values()])
  for (const chosen of files) {
    const number = chosen.read?.attachment_number ?? undefined
    if (number === undefined || fixed.has(chosen) || taken.has(number)) continue
    fixed.set(chosen, number)
    taken.add(number)
  }
  return fixed
}

export function move<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = [...items]
  const [item] = moved.splice(from, 1)
  if (item !== undefined) moved.splice(Math.max(0, to), 0, item)
  return moved
}
