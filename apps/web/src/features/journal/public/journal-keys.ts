/** A live message of any tank makes the cached answers below this key old. */
export const journalKeys = { all: ['journal'] as const }
