import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'

/**
 * Whether a text holds a part, ignoring case and Turkish letters; `%`, `_` and `\` are plain characters (decisions §2).
 * Nothing stands in every text, in one that is missing too.
 */
export function containsFolded(text: Expression<unknown>, part: string): RawBuilder<SqlBool> {
  if (part === '') return sql<SqlBool>`true`
  const escaped = part.replaceAll(/[\\%_]/g, String.raw`\$&`)
  return sql<SqlBool>`fold_text(${text}) like '%' || fold_text(${escaped}) || '%'`
}
