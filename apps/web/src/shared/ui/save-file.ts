const REVOKE_AFTER_MS = 60_000

/** Downloads a file. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Not at once: some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS)
}
