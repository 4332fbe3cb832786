import { appendFileSync, readFileSync, rmSync } from 'node:fs'

const MOST_LEFT = 64 * 1024

/** What a run could not bring into the table any more lies in this file until the next one begins. It never throws: it is called when all fails. */
export function leaveLines(file: string, texts: readonly string[]): void {
  if (texts.length === 0) return
  try {
    appendFileSync(
      file,
      `${texts
        .map((text) => JSON.stringify(text))
        .join('\n')
        .slice(0, MOST_LEFT)}\n`,
      { mode: 0o600 },
    )
  } catch {
    // A folder that cannot be written to has been told about already.
  }
}

/** @returns what the run before left, each text once. */
export function takeLines(file: string): string[] {
  let left
  try {
    left = readFileSync(file, 'utf8')
    rmSync(file)
  } catch {
    return []
  }
  return left
    .slice(0, MOST_LEFT)
    .split('\n')
    .filter((line) => line !== '')
    .map(textOf)
}

/** A line that was cut off is kept as it is. */
function textOf(line: string): string {
  try {
    return String(JSON.parse(line))
  } catch {
    return line
  }
}
