/** Reads a typed number: with comma or point, with either minus sign. null when the text is empty, NaN when it is not a number. */
export function readDecimal(text: string): number | null {
  const plain = text.trim().replace('−', '-').replace(',', '.')
  if (plain === '') return null
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}

/** A number for an input field: at least `decimals` decimals, none lost, no grouping; '' for null. */
export function typedDecimal(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined) return ''
  return value.toLocaleString('tr-TR', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: Math.max(decimals, 4),
    useGrouping: false,
  })
}
