/** The search part of the address, plain: `?status=active,suspended&page=2`, no JSON in quotes. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([key, value]) => {
    if (value === undefined || value === null || value === '') return []
    const text = Array.isArray(value) ? value.join(',') : String(value)
    return [`${encodeURIComponent(key)}=${encodeURIComponent(text).replaceAll('%2C', ',')}`]
  })
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}
