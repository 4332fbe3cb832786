import type { Endpoint } from '@dalyan/contracts/endpoint'
import type { Plugin } from 'vite'

const MODULE = '\0endpoints:'
const IMPORT = /import \{([^}]+)\} from '@dalyan\/contracts\/([\w-]+)'/g

/** The endpoint tables of one file of the contract, with only method and path of each endpoint. */
async function tablesOf(contract: string): Promise<string> {
  const found = (await import(`@dalyan/contracts/${contract}`)) as Record<string, Record<string, Endpoint>>
  return Object.entries(found)
    .filter(([name]) => name.endsWith('Api'))
    .map(([name, table]) => {
      const lines = Object.entries(table).map(([line, { method, path }]) => [line, { method, path }])
      return `export const ${name} = ${JSON.stringify(Object.fromEntries(lines))}`
    })
    .join('\n')
}

/**
 * The page needs only the method and the path of an endpoint; the server checks its input and output. So the tables of endpoints become
 * modules without schemas, and the schema library is loaded with the forms that use it, not before the login.
 */
export const endpointAddresses: Plugin = {
  name: 'endpoint-addresses',
  apply: 'build',
  enforce: 'pre',
  transform: (code) =>
    code.includes("'@dalyan/contracts/")
      ? code.replaceAll(IMPORT, (_, names: string, contract: string) => {
          const all = names.split(',').map((name) => name.trim())
          const tables = all.filter((name) => /^\w+Api$/.test(name))
          // Without the types: an import of nothing else would still count as a dependency, and bring the schema library along.
          const others = all.filter((name) => name !== '' && !name.startsWith('type ') && !tables.includes(name))
          return [
            ...(tables.length > 0 ? [`import { ${tables.join(', ')} } from '${MODULE}${contract}'`] : []),
            ...(others.length > 0 ? [`import { ${others.join(', ')} } from '@dalyan/contracts/${contract}'`] : []),
          ].join(';')
        })
      : null,
  resolveId: (id) => (id.startsWith(MODULE) ? id : null),
  load: async (id) => (id.startsWith(MODULE) ? await tablesOf(id.slice(MODULE.length)) : null),
}

const CONTRACTS = /\/packages\/contracts\/src\/[\w-]+\.ts$/

interface Expression {
  type: string
  start: number
  end: number
}
interface SourceStatement {
  declarations?: { init?: Expression | null }[]
  /** Only in an `export`. */
  declaration?: SourceStatement | null
}

/** Lets the bundler drop unused schemas: creating one has no side effect, which the bundler cannot know. */
export const droppableShapes: Plugin = {
  name: 'droppable-shapes',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!CONTRACTS.test(id)) return null
    const { body } = this.parse(code) as unknown as { body: SourceStatement[] }
    const made = body.flatMap((statement) =>
      ((statement.declaration ?? statement).declarations ?? []).flatMap(({ init }) => init ?? []),
    )
    let edited = code
    for (const { type, start, end } of made.toReversed()) {
      if (type !== 'CallExpression' && type !== 'ObjectExpression') continue
      const expression = edited.slice(start, end)
      edited = `${edited.slice(0, start)}/* @__PURE__ */ (() => (${expression}))()${edited.slice(end)}`
    }
    return { code: edited, map: null, moduleSideEffects: false }
  },
}
