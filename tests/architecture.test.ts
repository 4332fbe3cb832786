import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { everyEndpoint } from '../apps/server/tests/every-endpoint.ts'

const root = join(import.meta.dirname, '..')
const files = globSync('{apps,packages,tools,e2e,tests,benchmarks}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
}).filter((file) => !/node_modules|\/dist\//.test(file))
const source = (file: string) => readFileSync(join(root, file), 'utf8')

test('no file has a meaningless name', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(
    files.filter(
      (file) =>
        /(^|[-.])(utils?|helpers?|common|managers?|misc)([-.]|$)/i.test(basename(file).replace(/\.tsx?$/, '')) &&
        !/common-passwords/.test(file),
    ),
  ).toEqual([])
})

test('no test is skipped or run alone', () => {
  const left = files.filter(
    (file) =>
      /\.(test|spec)\.tsx?$/.test(file) &&
      /\b(test|it|describe)\.(skip|skipIf|runIf|only|todo|fixme)\b/.test(source(file)),
  )
  expect(left).toEqual([])
})

test('no comment silences the type checker', () => {
  const words = new RegExp(['@ts-' + 'ignore', '@ts-' + 'nocheck', '\\bas ' + 'any\\b'].join('|'))
  expect(files.filter((file) => words.test(source(file)))).toEqual([])
})

test('comments cite only documents of this repository', () => {
  const outside = new RegExp(['decisions', 'specification'].map((word) => `\\b${word} ` + '§').join('|'))
  expect(files.filter((file) => outside.test(source(file)))).toEqual([])
  const cited = files.flatMap((file) =>
    [...source(file).matchAll(/docs\/behaviour\/[a-z]+\.md/g)].map(([path]) => path),
  )
  expect(cited.length).toBeGreaterThan(10)
  expect([...new Set(cited)].filter((path) => !existsSync(join(root, path)))).toEqual([])
})

const server = files.filter((file) => file.startsWith('apps/server/src/') && !file.endsWith('.test.ts'))
const endpoints = await everyEndpoint()

describe('endpoints', () => {
  const served = server.flatMap((file) =>
    [...source(file).matchAll(/\bserve\(\s*\w+,\s*(\w+Api\.\w+),/g)].map(([, name]) => name ?? ''),
  )

  test('each is served exactly once', () => {
    expect(endpoints.size).toBeGreaterThan(30)
    expect(served.toSorted()).toEqual([...endpoints.keys()].toSorted())
  })

  test('all are served by `serve`, which requires a guard', () => {
    const serving = /core\/http\/(serve|openapi)\.ts$/
    const past = server.filter(
      (file) =>
        !serving.test(file) &&
        /\b(server|routes)\.(get|head|post|put|patch|delete|all|route)\b\s*[(<]/.test(source(file)),
    )
    expect(past).toEqual([])
  })

  test('no two have the same method and path', () => {
    const lines = [...endpoints.values()].map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
    expect(new Set(lines).size).toBe(lines.length)
  })
})

describe('events', () => {
  const names = [...source('apps/server/src/events.ts').matchAll(/^ {2}'([a-z_]+\.[a-z_]+)':/gm)].map(
    ([, name]) => name ?? '',
  )
  const without = (mention: (name: string) => RegExp) =>
    names.filter((name) => !server.some((file) => mention(name.replace('.', '\\.')).test(source(file))))

  test('each has a sender', () => {
    expect(names.length).toBeGreaterThan(5)
    expect(without((name) => new RegExp(`\\.emit\\(\\s*'${name}'`))).toEqual([])
  })

  test('each has a subscriber', () => {
    // Subscribed by name, or in a table of handlers.
    expect(without((name) => new RegExp(`\\bon\\(\\s*'${name}'|^ +'${name}': (\\(|\\w+,$)`, 'm'))).toEqual([])
  })
})

describe('tables', () => {
  /** Tables that two features write on purpose, with the reason. */
  const SHARED: Record<string, string> = {
    terminals: 'an import with --create-terminals makes the terminals of its file in its own transaction',
  }
  const WRITES =
    /(?:insertInto|updateTable|deleteFrom|mergeInto)\('(\w+)'\)|\b(?:insert into|update|delete from|merge into)\s+(\w+)/g
  const schema = ['schema', 'schema-alarms', 'schema-measurements', 'schema-notifications'].map((name) =>
    source(`apps/server/src/core/database/${name}.ts`),
  )
  const isTable = (name: string) => schema.some((text) => new RegExp(`^ {2}${name}: `, 'm').test(text))

  const writers = new Map<string, Set<string>>()
  for (const file of server.filter((path) => !/core\/database\//.test(path))) {
    const feature = /(features\/[^/]+|[^/]+)\/[^/]+(\/[^/]+)?$/.exec(file.replace('apps/server/src/', ''))?.[1] ?? file
    for (const [, built, raw] of source(file).matchAll(WRITES)) {
      const table = built ?? raw ?? ''
      if (isTable(table)) writers.set(table, (writers.get(table) ?? new Set()).add(feature))
    }
  }

  test('each is written by one feature only', () => {
    expect(writers.size).toBeGreaterThan(15)
    const shared = [...writers].filter(([, features]) => features.size > 1)
    expect(shared.map(([table]) => table).toSorted()).toEqual(Object.keys(SHARED).toSorted())
  })

  test('SQL that writes is in repositories and *.sql.ts only', () => {
    const elsewhere = server.filter(
      (file) =>
        !/\.(repository|sql)\.ts$|core\/database\//.test(file) &&
        [...source(file).matchAll(WRITES)].some(([, built, raw]) => isTable(built ?? raw ?? '')),
    )
    expect(elsewhere).toEqual([])
  })
})

test('the features and folders of the server import each other in one direction, types included', () => {
  const folderOf = (path: string) => /^apps\/server\/src\/((?:features\/)?[^/]+)/.exec(path)?.[1] ?? path
  const imports = new Map<string, Set<string>>()
  for (const file of server) {
    const targets = [...source(file).matchAll(/\bfrom '(\.[^']+)'/g)].map(([, to]) =>
      folderOf(join(dirname(file), to ?? '')),
    )
    const known = imports.get(folderOf(file)) ?? new Set()
    imports.set(folderOf(file), new Set([...known, ...targets]))
  }
  const isFree = (folder: string, targets: ReadonlySet<string>) =>
    [...targets].every((target) => target === folder || !imports.has(target)) ||
    ![...imports].some(([other, wanted]) => other !== folder && wanted.has(folder))
  // Takes away whatever imports nothing of the rest, or is not imported by it, until only circles are left.
  for (let before = 0; before !== imports.size;) {
    before = imports.size
    for (const [folder, targets] of imports) if (isFree(folder, targets)) imports.delete(folder)
  }
  expect([...imports.keys()]).toEqual([])
})

describe('repositories', () => {
  const repositories = server.filter((file) => file.endsWith('.repository.ts'))

  test('each is created with a connection', () => {
    const others = repositories.filter((file) => /export const \w+Repository\b/.test(source(file)))
    expect(others).toEqual([])
  })

  test('SQL text is in files named *.sql.ts only, and other repositories use the typed builder', () => {
    const TEXT =
      /\bsql(?:\.raw\()?(?:<[^`]*?>)?`\s*(?:select|with|insert|update|delete|merge|lock|truncate)\b|\bquery(?:<[^;]*?>)?\(\s*[`'{]/
    expect(repositories.filter((file) => TEXT.test(source(file)))).toEqual([])
  })
})
