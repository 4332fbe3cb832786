type AuditFields = Record<string, unknown>

const SECRET = /password(?!_temporary)|secret|token|hash|^key$|_key$/i

/**
 * The fields of an entry, before and after; for a change only those that differ. Values of secret fields are masked.
 * @returns null when both are given and nothing differs.
 */
export function changedFields(
  before: object | null,
  after: object | null,
): { before: AuditFields | null; after: AuditFields | null } | null {
  if (!before || !after) return { before: before && masked({ ...before }), after: after && masked({ ...after }) }
  const old: AuditFields = { ...before }
  const now: AuditFields = { ...after }
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => JSON.stringify(old[name] ?? null) !== JSON.stringify(now[name] ?? null),
  )
  if (names.length === 0) return null
  const only = (fields: AuditFields) => masked(Object.fromEntries(names.map((name) => [name, fields[name] ?? null])))
  return { before: only(old), after: only(now) }
}

function masked(fields: AuditFields): AuditFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, SECRET.test(name) && value !== null ? '***' : value]),
  )
}
