import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'

/**
 * Whether a text holds a part, ignoring case and Turkish letters; `%`, `_` and `\` are plain characters.
 * Nothing stands in every text, in one that is missing too.
 */
export function containsFolded(text: Expression<unknown>, part: string): RawBuilder<SqlBool> {
  return foldedContains(sql`fold_text(${text})`, part)
}

/** The same for text that is kept folded already. */
export function foldedContains(folded: Expression<unknown>, part: string): RawBuilder<SqlBool> {
  if (part === '') return sql<SqlBool>`true`
  const escaped = part.replaceAll(/[\\%_]/g, String.raw`\$&`)
  return sql<SqlBool>`${folded} like '%' || fold_text(${escaped}) || '%'`
}

/** Whether no index of trigrams knows a part: it would only lengthen the way through every row. */
export function isTooShortForIndex(part: string): boolean {
  return part.length < 3
}
