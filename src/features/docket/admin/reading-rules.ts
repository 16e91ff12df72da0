import { filedBy, filingType, shortenTitle } from '../../../shared/docket-text-rules.ts'
import { proposeNumbers, proposeTitle, readReference } from '../../../shared/naming-rules.ts'
import { NUMBER_MOST, parseWholeNumber } from '../../../shared/number-rules.ts'
import type { FileReading } from '../../checks/finding-rules.ts'
import { chooseStamp, isSameCase } from '../../checks/stamp-rules.ts'

interface ReadFile {
  name: string
  reading: FileReading
}

/** For one entry, of its PDFs: by their stamps, then by their names, then by the first page of the main one. */
export function proposeEntry<File extends ReadFile>(files: readonly File[], caseNumber: string) {
  const read = files.map((file) => ({ ...file, stamp: stampOf(file, caseNumber) }))
  const numbers = numberFiles(read)
  const main = read[numbers.indexOf(0)]
  const stamp = main?.stamp ?? read.find((file) => file.stamp)?.stamp
  const reference = read.map(({ name }) => readReference(name)).find(Boolean)
  const number = stamp?.entryNumber ?? String(reference?.entryNumber ?? '')
  const heading = shortenTitle(main?.reading.heading ?? '')
  const type = filingType(heading)
  return {
    number: String(parseWholeNumber(number, 1, NUMBER_MOST) ?? ''),
    filed_on: stamp?.filedOn ?? '',
    title: heading,
    type: type === 'Other' ? '' : type,
    filed_by: filedBy(heading),
    documents: read.map((file, index) => {
      const attachment_number = numbers[index] ?? 0
      const is_stamped = file.stamp?.attachmentNumber === attachment_number
      return {
        name: file.name,
        title: titleOf(file, attachment_number),
        attachment_number,
        is_stamped,
      }
    }),
  }
}

/** Names that scanners and filing systems give. */
const SAYS_NOTHING =
  /^(?:(?:main )?document|main|attachment|doc|scan|file|filing|untitled)?[\s\d().-]*$/i

/** Empty where neither the file's name nor its first page has a title. */
function titleOf({ name, reading }: ReadFile, attachmentNumber: number): string {
  const number = readReference(name)?.entryNumber ?? null
  const named = proposeTitle(name, attachmentNumber, { number, title: '' })
  return SAYS_NOTHING.test(named) ? reading.heading : named
}

/** That of another case says nothing of this one's entries. */
function stampOf({ reading }: ReadFile, caseNumber: string) {
  const stamp = chooseStamp(reading.stamps, caseNumber)
  const isKnown = isSameCase(caseNumber, caseNumber)
  return stamp && isKnown && !isSameCase(stamp.caseNumber, caseNumber) ? undefined : stamp
}

function numberFiles(files: readonly (ReadFile & { stamp: ReturnType<typeof stampOf> })[]) {
  const stamped = files.map(({ stamp }) => stamp?.attachmentNumber)
  const own = stamped.map((number, at) => (stamped.indexOf(number) === at ? number : undefined))
  const used = own.filter((number) => number !== undefined)
  const others = files.filter((_, at) => own[at] === undefined).map(({ name }) => name)
  const entry = { number: readReference(files[0]?.name ?? '')?.entryNumber ?? null, title: '' }
  const proposed = proposeNumbers(others, entry, used).values()
  return own.map((number) => number ?? proposed.next().value ?? 0)
}
