import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectSteadyGrowth } from '../../test/support/growth.ts'
import { readAttachments } from './attachment-rules.ts'
import { oneLine, printable, summary } from './clean-text.ts'
import { linkContacts } from './contact-links.ts'
import { filedBy, filingTitle, filingType } from './docket-text-rules.ts'

/** Between two letters, so that no expression can begin or end with the repetition. */
const between = (text: string) => `x${text}x`

const READERS: Record<string, (text: string) => unknown> = {
  attachments: (text) => readAttachments(`(Attachments: # 1 A${between(text)}`),
  title: (text) => filingTitle(between(text)),
  filer: (text) => filedBy(`Brief filed by A${between(text)}`),
  type: (text) => filingType(between(text)),
  contacts: (text) => linkContacts(between(text)),
  summary: (text) => summary(between(text), text.length),
  line: (text) => oneLine(between(text)),
  printable: (text) => printable(between(text)),
}

const PIECES = [
  ...', . - ... # ( ) a 1 a@ a. a- …'.split(' '),
  ...[' ', '\t', '- ', ', # 1', '# 1 A', '(1) ', 'A ', 'by ', 'on behalf of '],
  ...['+1 212', 'motion ', '; ', 'by A (A, A', ' (USA)', '. The '],
  ...['(related doc', '(related doc()'],
]

test.each(Object.keys(READERS))('docket text’s %s is read in linear time', (name) => {
  const read = READERS[name] ?? expect.fail()
  for (const piece of PIECES) expectSteadyGrowth(read, piece)
})

test('trimming leaves no separator at the end, however many there are', () => {
  const separators = fc.string({ unit: fc.constantFrom(' ', ',', '.', ';', '-') })
  fc.assert(
    fc.property(separators, separators, (inside, after) => {
      expect(filingTitle(`Letter${inside}A${after}`)).not.toMatch(/[\s.,:;-]$/)
    }),
  )
})
