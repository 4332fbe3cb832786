import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const MOST_LEFT = 64 * 1024
const NAME = /^unlogged-(\d+)\.txt$/

export type LeftLines = ReturnType<typeof leftLines>

/**
 * Texts that a run could no longer write to the table, in a file of its own until the next run starts.
 * @param folder when it does not exist, no texts are left. Never throws, since it is called after failures.
 */
export function leftLines(folder: string, pid: number) {
  const own = join(folder, `unlogged-${pid}.txt`)
  return {
    /** Returns the texts of ended runs and deletes their files. */
    take: (): string[] =>
      quietly(() => readdirSync(folder), [])
        .filter((name) => isOver(Number(NAME.exec(name)?.[1] ?? Number.NaN), pid))
        .flatMap((name) => takeLines(join(folder, name))),
    /** From now on the next run logs that this run ended without being stopped (`kill -9`, memory, power), unless `end` is called first. */
    begin: (startedAt: string) => leave(own, [`The server that started at ${startedAt} ended without being stopped.`]),
    /** Leaves these texts for the next run; without texts, no file. */
    end(texts: readonly string[]): void {
      quietly(() => rmSync(own, { force: true }), undefined)
      leave(own, texts)
    },
  }
}

function leave(file: string, texts: readonly string[]): void {
  if (texts.length === 0) return
  const lines = texts.map((text) => JSON.stringify(text)).join('\n')
  quietly(() => appendFileSync(file, `${lines.slice(0, MOST_LEFT)}\n`, { mode: 0o600 }), undefined)
}

function takeLines(file: string): string[] {
  const left = quietly(() => readFileSync(file, 'utf8'), '')
  quietly(() => rmSync(file), undefined)
  return left
    .slice(0, MOST_LEFT)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => quietly(() => String(JSON.parse(line)), line))
}

/** Other processes may share the folder. A file with our own number is from an earlier process. */
function isOver(pid: number, ownPid: number): boolean {
  if (Number.isNaN(pid)) return false
  return pid === ownPid || quietly(() => !process.kill(pid, 0), true)
}

function quietly<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}
