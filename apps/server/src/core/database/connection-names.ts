/** Where an import listens whether it has to finish. */
export const STOP_CHANNEL = 'dalyan_stop'

const IMPORT = /^dalyan \d+ import/

/** The name of a connection in PostgreSQL's lists: which program opened it, and for what. */
export function connectionName(purpose: string): string {
  return `dalyan ${process.pid} ${purpose}`
}

/** Whether a connection of this name is of an import, which goes on where it was broken off. */
export function isImport(name: string): boolean {
  return IMPORT.test(name)
}

/** Whose connection it is, for people. */
export function nameOfProgram(name: string): string {
  const [, pid] = /^dalyan (\d+) /.exec(name) ?? []
  return pid === undefined ? name.trim() || 'a program without a name' : `another Dalyan (process ${pid})`
}
