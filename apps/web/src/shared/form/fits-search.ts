/** Letters as a search compares them: no case, no Turkish dots and tails (`sukru` finds `Şükrü`), as the server does. */
const plain = (text: string): string =>
  text
    .toLocaleLowerCase('tr')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll('ı', 'i')

/** Whether two names are the same to somebody who types without minding case and Turkish letters. */
export const sameLetters = (one: string, other: string): boolean => plain(one) === plain(other)

/** Whether every typed word stands somewhere in the text. */
export function fitsSearch(text: string, typed: string): boolean {
  const where = plain(text)
  return plain(typed)
    .split(/\s+/)
    .every((word) => where.includes(word))
}
