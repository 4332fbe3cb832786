import { readdir, readFile } from 'node:fs/promises'

/** The command lines of running processes that name this folder. */
export async function processesWith(folder: string): Promise<string[]> {
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(processes.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(folder)).map((line) => line.replaceAll('\0', ' '))
}
