import type { ReadingMessage } from '@dalyan/contracts/device-messages'

/** A terminal's connection to the server, open or lost; a lost one is not used again. */
export interface Link {
  /** Resolves when the server acknowledged; rejects when the connection broke before that. */
  send(reading: ReadingMessage): Promise<void>
  /** Resolves when the connection is gone, for whatever reason. */
  readonly lost: Promise<void>
  close(): Promise<void>
}

/** @throws Error with the reason when there is no connection to be had. */
export type OpenLink = () => Promise<Link>

export interface Credentials {
  code: string
  key: string
}

/** The server answered, and will answer the same to the same reading: sending it again is of no use. */
export class ReadingRefused extends Error {}
