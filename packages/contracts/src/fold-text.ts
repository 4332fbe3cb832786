/** Text as a search compares it: no case, no Turkish dots and tails (`sukru` finds `Şükrü`), as the database's `fold_text` does. */
export function foldText(text: string): string {
  return text
    .toLocaleLowerCase('tr')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll('ı', 'i')
}
