import { foldText } from '@dalyan/contracts/fold-text'

/** Whether two names are the same to somebody who types without minding case and Turkish letters. */
export const sameLetters = (one: string, other: string): boolean => foldText(one) === foldText(other)

/** Whether every typed word stands somewhere in the text. */
export function fitsSearch(text: string, typed: string): boolean {
  const where = foldText(text)
  return foldText(typed)
    .split(/\s+/)
    .every((word) => where.includes(word))
}
