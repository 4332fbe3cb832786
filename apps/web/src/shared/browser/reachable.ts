/** Where the page itself was reached: the server knows no other address than `localhost` unless one is configured. */
export function reachable(url: string): string {
  const { hostname, pathname, search, hash } = new URL(url)
  return hostname === 'localhost' ? `${window.location.origin}${pathname}${search}${hash}` : url
}
