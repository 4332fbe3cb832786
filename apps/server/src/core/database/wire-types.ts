import pg from 'pg'

const { builtins } = pg.types

/** PostgreSQL's `2026-11-20 10:00:00.12+00` as the wire's `2026-11-20T10:00:00.120Z`; the session's time zone is UTC. */
export function wireInstant(text: string): string {
  const fraction = text.length > 22 && text[19] === '.' ? text.slice(20, -3) : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

const TEXT_PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.TIMESTAMPTZ, wireInstant],
  [builtins.INT8, Number],
])

/** Times are returned as wire texts and int8 as numbers, so that no later layer maps them again. */
export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    const own = format === 'binary' ? undefined : TEXT_PARSERS.get(oid)
    return own ?? (pg.types.getTypeParser(oid, format) as (text: string) => unknown)
  },
}
