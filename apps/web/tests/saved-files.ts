import { onTestFinished, vi } from 'vitest'

/** Until the test ends, the page saves no files. @returns the names of those that it would have saved */
export function savedFiles(): string[] {
  const names: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  onTestFinished(() => click.mockRestore())
  return names
}
