import { once } from 'node:events'
import type { AddressInfo, ListenOptions, Server } from 'node:net'
import { StartError } from './start-error.ts'

const REASONS: Record<string, string> = {
  EADDRINUSE: 'is already taken',
  EACCES: 'needs more rights than this user has',
}

/** Opens a port; failure is reported as a clear line instead of a stack. `name`: the variable that selects another port. */
export async function listening<T>(name: string, port: number, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const reason = REASONS[code] ?? `cannot be opened (${code})`
    throw new StartError(`Port ${port} (${name}) ${reason}. Choose another one: ${name}=… npm start`)
  }
}

/**
 * Opens a port of a server. Later errors, as of a connection that could not be accepted without free file handles, must not end the process.
 * @returns the opened port.
 * @throws the socket's error when the port cannot be opened.
 */
export async function listenOn(
  server: Server,
  where: ListenOptions,
  onLaterError: (error: Error) => void,
): Promise<number> {
  await once(server.listen(where), 'listening')
  server.on('error', onLaterError)
  return (server.address() as AddressInfo).port
}
