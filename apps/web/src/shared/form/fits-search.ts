import { foldText } from '@dalyan/contracts/fold-text'

/** Whether two names are equal when case and Turkish characters are ignored. */
export const isSameName = (one: string, other: string): boolean => foldText(one) === foldText(other)

/** Whether every typed word is a part of the text. */
export function fitsSearch(text: string, typed: string): boolean {
  const where = foldText(text)
  return foldText(typed)
    .split(/\s+/)
    .every((word) => where.includes(word))
}
