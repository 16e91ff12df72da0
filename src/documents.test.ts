import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

/* Keeps the documents accurate: what they name exists. architecture.test.ts checks docs/architecture.md. */

const MAX_DECISIONS = 25
const MAX_DECISION_WORDS = 200

test('bench/README.md gives the figures of bench/results', () => {
  const text = readFileSync('bench/README.md', 'utf8')
  const marked = /([\d.,]+(?: ?(?:MB\/s|MB|ms|s|bytes)|\/s)?)<!-- ([\w-]+): (.+?) -->/g
  const figures = [...text.matchAll(marked)]
  expect(figures.length).toBeGreaterThan(10)
  const wrong = figures.filter(([, figure = '', section, what]) => {
    const file = readFileSync(`bench/results/${section}.json`, 'utf8')
    const { rows } = JSON.parse(file) as { rows: Record<string, string>[] }
    const row = rows.find((one) => one.what === what)
    return !Object.values(row ?? {}).some((cell) => cell.includes(figure))
  })
  expect(wrong.map(([match]) => match)).toEqual([])
})

describe('docs/decisions', () => {
  const decisions = globSync('docs/decisions/*.md')

  test('are few and short', () => {
    expect(decisions.length).toBeLessThanOrEqual(MAX_DECISIONS)
    const words = (path: string) => readFileSync(path, 'utf8').trim().split(/\s+/).length
    expect(decisions.filter((path) => words(path) > MAX_DECISION_WORDS)).toEqual([])
  })

  test('are those that code and documents refer to', () => {
    const all = globSync('{*.{md,mjs},{src,test,docs,deploy,demo,bench,bin}/**/*.{ts,tsx,mjs,md}}')
    const named = all.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/decisions?[ /](\d{3}(?:(?:,| and) \d{3})*)/g)]
        .flatMap(([, numbers = '']) => numbers.split(/\D+/))
        .map((number) => ({ path, number })),
    )
    expect(named.length).toBeGreaterThan(20)
    const kept = decisions.map((path) => /\d{3}/.exec(path)?.[0])
    expect(named.filter(({ number }) => !kept.includes(number))).toEqual([])
  })
})

test('docs/glossary.md gives names that the code has', () => {
  const rows = readFileSync('docs/glossary.md', 'utf8').matchAll(/^\| .* \| (.+) \|$/gm)
  const cells = [...rows].map(([, last = '']) => last)
  const names = cells.flatMap((cell) => cell.match(/(?<=`)[\w.]+(?=`)/g) ?? [])
  const code = globSync('src/**/*.{ts,tsx}').map((path) => readFileSync(path, 'utf8'))
  const words = new Set(code.flatMap((text) => text.match(/\w+/g)))
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => !name.split('.').every((one) => words.has(one)))).toEqual([])
})

test('every document links to files and headings that exist', () => {
  const slug = (heading: string) => heading.replace(/[^\w -]/g, '').replaceAll(' ', '-')
  const broken = globSync('{*.md,docs/**/*.md,bench/*.md}').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, link, anchor]) => {
        const target = link ? join(dirname(path), link) : path
        if (!existsSync(target) || anchor === undefined) return !existsSync(target)
        const headings = readFileSync(target, 'utf8')
          .toLowerCase()
          .matchAll(/^#+ (.*)$/gm)
        return !headings.some(([, heading = '']) => slug(heading) === anchor)
      })
      .map(([text]) => `${path}: ${text}`),
  )
  expect(broken).toEqual([])
})
