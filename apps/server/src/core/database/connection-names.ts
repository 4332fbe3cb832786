/** The channel on which an import listens for a request to finish. */
export const STOP_CHANNEL = 'dalyan_stop'

const IMPORT = /^dalyan \d+ import/

/** The name of a connection in PostgreSQL's lists: the program that opened it, and its purpose. */
export function connectionName(purpose: string): string {
  return `dalyan ${process.pid} ${purpose}`
}

/** Whether a connection of this name belongs to an import, which can resume after an interruption. */
export function isImport(name: string): boolean {
  return IMPORT.test(name)
}

/** The program that owns the connection, for messages to the operator. */
export function nameOfProgram(name: string): string {
  const [, pid] = /^dalyan (\d+) /.exec(name) ?? []
  return pid === undefined ? name.trim() || 'a program without a name' : `another Dalyan (process ${pid})`
}
