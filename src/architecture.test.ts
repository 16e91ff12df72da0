import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import ipaddr from 'ipaddr.js'
import { describe, expect, test } from 'vitest'
import { specificationFile } from '../test/support/environment.ts'
import { KINDS } from '../test/support/kinds-of-tests.ts'

/* Keeps the code laid out as architecture.md says: its table has every sentence of the specification, and what it names exists. */

const page = readFileSync('docs/architecture.md', 'utf8')
const table = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  .map(([, number, sentence = '', files = '', proof = '', title = '']) => {
    return { number, sentence, files: files.split(', '), proof, title }
  })
const SENTENCES = 76
const MAX_LINES = 200

describe('docs/architecture.md', () => {
  test('numbers the sentences without a gap', () => {
    const numbers = Array.from({ length: SENTENCES }, (_, index) => String(index + 1))
    expect(table.map(({ number }) => number)).toEqual(numbers)
  })

  test('names a file and a test for each sentence', () => {
    const wrong = table.filter(
      ({ files, proof }) => ![...files, proof].every(existsSync) || !/\.test\.tsx?$/.test(proof),
    )
    expect(wrong).toEqual([])
  })

  test('names a title that the test has', () => {
    expect(table.filter(({ proof, title }) => !titlesOf(proof).includes(title))).toEqual([])
  })

  test('names a test that mentions what the sentence says', () => {
    const vacuous = table.filter(({ sentence, proof, title }) => {
      const mentioned = stemsOf(testNamed(proof, title))
      return ![...stemsOf(sentence)].some((stem) => mentioned.has(stem))
    })
    expect(vacuous.map(({ number, title }) => `${number}: ${title}`)).toEqual([])
  })

  test('has at most 200 lines', () => {
    expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES)
  })

  test('names no other file that does not exist', () => {
    const named = [...page.matchAll(/`([\w./-]+\/[\w.-]+\.tsx?)`/g)].map(([, path]) => path)
    const bases = ['', 'src/', 'src/features/']
    expect(named.length).toBeGreaterThan(2 * SENTENCES)
    expect(named.filter((path) => !bases.some((base) => existsSync(`${base}${path}`)))).toEqual([])
  })

  test('allows no folder of more than 20 source files', () => {
    const sources = globSync('{src,demo}/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'))
    const folders = Map.groupBy(sources, (path) => dirname(path))
    const full = [...folders].filter(([, files]) => files.length > 20).map(([folder]) => folder)
    expect(full).toEqual([])
  })
})

/** Of tests, and of the cases of a test: what is quoted before a comma. */
function titlesOf(file: string): string[] {
  const titles = readFileSync(file, 'utf8').matchAll(/(['"`])((?:(?!\1)[^\\\n])+)\1,/g)
  return [...titles].map(([, , title = '']) => title)
}

/** A test with its title: everything up to the next one. */
function testNamed(file: string, title: string): string {
  const text = readFileSync(file, 'utf8')
  const at = text.indexOf(title)
  const next = text.slice(at).search(/\n\s*(?:it|test|describe)(?:\.\w+)*[(<]/)
  return text.slice(at, next < 0 ? undefined : at + next)
}

/** The beginnings of its words, without those that any sentence and any test may have. */
function stemsOf(text: string): Set<string> {
  const words =
    text
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase()
      .match(/[a-z\d]{3,}/g) ?? []
  return new Set(words.map((word) => word.slice(0, 4)).filter((stem) => !COMMON_WORDS.has(stem)))
}

const COMMON_WORDS = new Set(
  'the and that with from this for are its one per not only each who may into was when has have show than also page test'.split(
    ' ',
  ),
)

test('SQL of features is only in files named queries.ts', () => {
  const sql = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^`]*>)?`/
  const files = globSync('src/features/**/*.{ts,tsx}')
    .filter((path) => !/\.test\.tsx?$|queries\.ts$/.test(path))
    .filter((path) => sql.test(readFileSync(path, 'utf8')))
  expect(files).toEqual([])
})

test('every test file is of exactly one kind, by its name', () => {
  const files = globSync('**/*.{test,spec}.*', { exclude: ['node_modules/**', 'dist/**'] })
  const ofKinds = Object.values(KINDS).flatMap((pattern) => globSync(pattern))
  expect(ofKinds.toSorted()).toEqual(files.toSorted())
})

test('no text file has conflict markers', () => {
  const texts = globSync(
    '{*,.ci/*,{src,test,docs,deploy,demo,bench,bin}/**/*.{ts,tsx,mjs,md,json,css,yaml,sh,conf,service},deploy/*}',
  ).filter((path) => statSync(path).isFile())
  expect(texts.length).toBeGreaterThan(800)
  const marker = /^(?:<{7}|>{7}|\|{7})(?: |$)/m
  expect(texts.filter((path) => marker.test(readFileSync(path, 'utf8')))).toEqual([])
})

test('deploy/compose.yaml trusts the proxy’s address, which no other container can get', () => {
  const text = readFileSync('deploy/compose.yaml', 'utf8')
  const setting = (pattern: RegExp) => pattern.exec(text)?.[1] ?? ''
  const proxy = ipaddr.parse(setting(/ipv4_address: &proxy (\S+)/))
  const subnet = ipaddr.parseCIDR(setting(/- subnet: (\S+)/))
  const range = ipaddr.parseCIDR(setting(/ip_range: (\S+)/))
  expect(setting(/TRUSTED_PROXIES: (\S+)/)).toBe('*proxy')
  expect(proxy.match(subnet)).toBe(true)
  expect(proxy.match(range)).toBe(false)
  expect(range[0].match(subnet)).toBe(true)
})

const specification = specificationFile()
if (!specification) {
  console.info('Not compared with the specification itself: SPECIFICATION does not name its file.')
}

describe.runIf(specification)('the specification itself', () => {
  const sentences = specification ? sentencesOf(readFileSync(specification, 'utf8')) : []
  const patterns = table.map(({ sentence }) => patternOf(sentence))

  test('has no sentence that is not in the table', () => {
    expect(sentences.filter((one) => !patterns.some((pattern) => pattern.test(one)))).toEqual([])
  })

  test('has every sentence of the table', () => {
    const lost = table.filter((_, at) => !sentences.some((one) => patterns[at]?.test(one)))
    expect(lost).toEqual([])
  })
})

/** Parts of the specification that are not about the service. */
const ABOUT_ITSELF = [
  /^This document covers/,
  /^Only the subscription has a life cycle that is shown/,
  /^Public and admin routes\.$/,
  /^Shapes that are not listed are marked/,
]

/** Table rows are read across their cells. "Not shown" is not a requirement. */
function sentencesOf(text: string): string[] {
  const lines = text.split('\n')
  const isHeading = (at: number) =>
    /^#|^\|-/.test(lines[at] ?? '') || /^\|-/.test(lines[at + 1] ?? '')
  return lines
    .filter((_, at) => !isHeading(at))
    .map((line) => line.replace(/^\s*(\d+\.|-)\s+/, '').split('|'))
    .map((cells) => cells.flatMap(split).filter(isStated).join(' '))
    .flatMap(split)
    .filter((one) => one !== '' && !ABOUT_ITSELF.some((about) => about.test(one)))
}

const split = (text: string) => text.trim().split(/(?<=\.)\s+(?=[A-Z])/)
const isStated = (text: string) => text !== '' && !/\b(not|none) shown\b|:$/.test(text)

function patternOf(sentence: string): RegExp {
  return new RegExp(`^${sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.+')}$`)
}
