import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'

/**
 * Whether a text contains a part, ignoring case and Turkish diacritics; `%`, `_` and `\` are plain characters.
 * Every text contains the empty part, even a missing text.
 */
export function containsFolded(text: Expression<unknown>, part: string): RawBuilder<SqlBool> {
  return foldedContains(sql`fold_text(${text})`, part)
}

/** The same for text that is stored folded. */
export function foldedContains(folded: Expression<unknown>, part: string): RawBuilder<SqlBool> {
  if (part === '') return sql<SqlBool>`true`
  const escaped = part.replaceAll(/[\\%_]/g, String.raw`\$&`)
  return sql<SqlBool>`${folded} like '%' || fold_text(${escaped}) || '%'`
}

/** Whether a part is too short for a trigram index, which would then read every row and be slower than no index. */
export function isTooShortForIndex(part: string): boolean {
  return part.length < 3
}
