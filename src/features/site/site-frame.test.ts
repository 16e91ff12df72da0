import { expect, test } from 'vitest'
import { readCaseFacts } from './site-frame.ts'

test('the dates and parties are read from what an import wrote', () => {
  const about = `# About this case

- Date filed: 03/01/2023
- Date terminated: 08/13/2024

# Parties and counsel

- **Acme**, Debtor`
  const dates = { filed: '03/01/2023', terminated: '08/13/2024' }
  expect(readCaseFacts(about)).toEqual({ ...dates, hasParties: true })
})

test('prose that mentions them is left alone', () => {
  const nothing = { filed: undefined, terminated: undefined, hasParties: false }
  expect(readCaseFacts('Date filed: soon. Parties and counsel may call.')).toEqual(nothing)
  expect(readCaseFacts('')).toEqual(nothing)
})
