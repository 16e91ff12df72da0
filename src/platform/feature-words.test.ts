import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Of the features and the glossary, in their singular; more general words, such as document or download, are left out. */
const FEATURE_WORDS =
  /^(docket|entr(y|ies)|filing|filer|caption|attachment|hearing|deadline|correction|relation|recap|stamp|proposal|finding|disclosure|(un)?subscri.*|notif.*|announce.*|deliver.*|bounce|complaint|statistic|burst|recogni.*)s?$/

/** The words of what code declares and calls, without texts, comments, and Node's own `entries`. */
function identifierWords(code: string): string[] {
  const bare = code
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`(?:[^`\\]|\\.)*`/g, '')
    .replaceAll(/\bObject\.(from)?[eE]ntries\b|\.entries\(|\bthrowIfNoEntry\b/g, '')
  const identifiers = bare.match(/[A-Za-z_]\w*/g) ?? []
  return identifiers.flatMap((name) => name.split(/_|(?<=[a-z\d])(?=[A-Z])/))
}

test('src/platform has no feature’s words in its names', () => {
  // The database's tables are one schema, which names everything that is stored.
  const files = globSync('src/platform/**/*.ts', {
    exclude: ['**/*.test.ts', 'src/platform/database/{schema.ts,tables/**,migrations/**}'],
  })
  expect(files.length).toBeGreaterThan(50)
  const wrong = files.flatMap((path) =>
    [...path.split(/[^a-z]+/), ...identifierWords(readFileSync(path, 'utf8'))]
      .filter((word) => FEATURE_WORDS.test(word.toLowerCase()))
      .map((word) => `${path}: ${word}`),
  )
  expect(wrong).toEqual([])
})
