/** What a missing or unreadable value becomes when it is drawn; the tests' own `[object Element]` is none. */
const MISSING = /.{0,40}(\bundefined\b|\bNaN\b|\[object (?!Element\])\w+|Invalid Date).{0,20}/g

/** The places of a page's HTML and of what its fields hold that show a missing value as it is. */
export const missingValuesIn = (texts: readonly string[]): string[] => [...new Set(texts.join('\n').match(MISSING))]
