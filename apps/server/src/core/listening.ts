import { StartError } from './start-error.ts'

const REASONS: Record<string, string> = {
  EADDRINUSE: 'is already taken',
  EACCES: 'needs more rights than this user has',
}

/** Opens a port; one that cannot be had is a clear line, not a stack. `name`: the variable that chooses another one. */
export async function listening<T>(name: string, port: number, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const reason = REASONS[code] ?? `cannot be opened (${code})`
    throw new StartError(`Port ${port} (${name}) ${reason}. Choose another one: ${name}=… npm start`)
  }
}
