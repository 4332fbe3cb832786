/** To the thread: the reader requests the next chunk, or has disconnected. */
export type ToThread = 'pull' | 'stop'
/** From the thread: the next bytes; null: the file is complete. */
export type FromThread = Uint8Array<ArrayBuffer> | null
