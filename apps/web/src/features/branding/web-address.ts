/** A text as the address of a web page; null for anything else, such as `javascript:`. */
export function webAddress(text: string | null | undefined): string | null {
  const url = text ? URL.parse(text) : null
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}
