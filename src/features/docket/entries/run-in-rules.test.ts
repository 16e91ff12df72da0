import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oneLine } from '../../../shared/clean-text.ts'
import { runIn } from './run-in-rules.ts'

const order = 'ORDER granting 1 Motion. Signed by Judge X.'

test.each([
  ['ORDER granting 1 Motion', order, ['ORDER granting 1 Motion', '. Signed by Judge X.', '']],
  ['Order Granting 1…', order, ['Order Granting 1', ' Motion. Signed by Judge X.', '']],
  ['Motion to Sell', 'The receiver asks.', ['Motion to Sell', '. The receiver asks.', '']],
  ['What is due?', 'The receiver asks.', ['What is due?', ' The receiver asks.', '']],
  ['Motion to Sell', '', ['Motion to Sell', '', '']],
  ['Motion to Sell', 'Motion to Sell', ['Motion to Sell', '', '']],
])('%s: %s', (title, description, [head, shown, folded]) => {
  expect(runIn({ title, description })).toEqual({ title: head, shown, folded })
})

test('the points and commas that the clerk’s software repeats are shown once', () => {
  const description = 'MOTION re Y, Esq.. Motion set. REDACTION to 109 Brief,,, by X (jd, )'
  const { title, shown } = runIn({ title: 'MOTION re Y, Esq.', description })
  expect(title + shown).toBe('MOTION re Y, Esq. Motion set. REDACTION to 109 Brief, by X (jd)')
})

test('a list of attachments is folded', () => {
  const description =
    'MOTION to Seal by Acme. (Attachments: # 1 Exhibit A)(Doe, J) (Entered: 08/13/2024)'
  const listed = runIn({ title: 'MOTION to Seal', description })
  expect(listed.shown).toBe(' by Acme.')
  expect(listed.folded).toBe('(Attachments: # 1 Exhibit A)(Doe, J) (Entered: 08/13/2024)')
})

test('nothing is lost, nothing is said twice', () => {
  const words = fc.array(fc.constantFrom('ORDER', 'granting', 'Motion', '12', 'a', '(x)', 'é'), {
    maxLength: 120,
  })
  fc.assert(
    fc.property(words, words, fc.boolean(), (title, rest, isPart) => {
      const written = { title: title.join(' '), description: [...title, ...rest].join(' ') }
      const input = isPart ? written : { title: 'Other words', description: rest.join(' ') }
      const { title: head, shown, folded } = runIn(input)
      const all = oneLine(`${head}${shown} ${folded}`)
      const start = isPart ? '' : `Other words${rest.length > 0 ? '. ' : ''}`
      expect(all).toBe(oneLine(`${start}${input.description}`) || head)
      if (folded) expect(shown.length).toBeLessThan(300)
    }),
  )
})
