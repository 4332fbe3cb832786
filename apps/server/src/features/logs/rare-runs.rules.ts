/** Every three neighbouring letters of a text: what an index of trigrams knows. */
export function triplesOf(text: string): string[] {
  const letters = [...text]
  return letters.slice(2).map((_, place) => letters.slice(place, place + 3).join(''))
}

/** The stretches of a text whose triples are all rare, as long as they are. @param rare of each of its triples. */
export function rareRuns(text: string, rare: readonly boolean[]): string[] {
  const letters = [...text]
  const runs: string[] = []
  rare.forEach((isRare, place) => {
    if (!isRare) return
    const isNew = place === 0 || !rare[place - 1]
    if (isNew) runs.push(letters.slice(place, place + 3).join(''))
    else runs.push(`${runs.pop() ?? ''}${letters[place + 2] ?? ''}`)
  })
  return runs
}
