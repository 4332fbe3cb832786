/** To the thread: the caller takes more; the caller is gone. */
export type ToThread = 'pull' | 'stop'
/** From the thread: the next bytes; null: the file is whole. */
export type FromThread = Uint8Array<ArrayBuffer> | null
