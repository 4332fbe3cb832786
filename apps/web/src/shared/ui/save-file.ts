const REVOKE_AFTER_MS = 60_000

/** Gives the browser a file to keep. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Not at once: some browsers read it only after the click is over.
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS)
}
