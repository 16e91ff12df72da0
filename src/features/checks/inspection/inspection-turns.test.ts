import { expect, test } from 'vitest'
import { createTurns } from './inspection-turns.ts'

test('an administrator with many files does not hold up another', async () => {
  const turns = createTurns(['one', 'two', 'three'])
  const served: string[] = []
  const take = (owner: string) =>
    turns.take(owner).then((reader) => void served.push(`${owner} ${reader}`))
  for (let file = 0; file < 24; file += 1) take('many')
  await take('single')
  expect(served.filter((one) => one.startsWith('many'))).toHaveLength(2)
  expect(served).toContain('single one')
})

test('a file whose turn is aborted is not read', async () => {
  const turns = createTurns(['one'])
  const first = await turns.take('a')
  const left = new AbortController()
  const second = turns.take('b', left.signal)
  left.abort(new Error('left'))
  await expect(second).rejects.toThrow('left')
  turns.release('a', first)
  expect(await turns.take('c')).toBe('one')
})
