import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = globSync('{apps,packages,tools,e2e,tests,benchmarks}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
}).filter((file) => !/node_modules|\/dist\//.test(file))
const source = (file: string) => readFileSync(join(root, file), 'utf8')

test('no file is named after nothing', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(
    files.filter(
      (file) =>
        /(^|[-.])(utils?|helpers?|common|managers?|misc)([-.]|$)/i.test(basename(file).replace(/\.tsx?$/, '')) &&
        !/common-passwords/.test(file),
    ),
  ).toEqual([])
})

test('no test is skipped or left alone', () => {
  const left = files.filter(
    (file) => /\.(test|spec)\.tsx?$/.test(file) && /\b(test|it|describe)\.(skip|only|todo|fixme)\b/.test(source(file)),
  )
  expect(left).toEqual([])
})

test('the type checker is silenced nowhere', () => {
  const words = new RegExp(['@ts-' + 'ignore', '@ts-' + 'nocheck', 'as ' + 'any\\b'].join('|'))
  expect(files.filter((file) => words.test(source(file)))).toEqual([])
})
