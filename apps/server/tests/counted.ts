import type { Connection } from '../src/core/database/database.ts'

/** The same connection, counting the statements sent by `query`. */
export function counted<C extends Pick<Connection, 'query'>>(on: C): { on: C; asked: () => number } {
  let count = 0
  const query = ((...given: Parameters<Connection['query']>) => {
    count += 1
    return on.query(...given)
  }) as Connection['query']
  return { on: { ...on, query }, asked: () => count }
}
