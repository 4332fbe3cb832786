/** Folds text for a search: ignores case and Turkish diacritics (`sukru` finds `Şükrü`), like the database's `fold_text`. */
export function foldText(text: string): string {
  return text
    .toLocaleLowerCase('tr')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll('ı', 'i')
}
