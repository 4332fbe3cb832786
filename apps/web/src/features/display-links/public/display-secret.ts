import { readStored, writeStored } from '../../../shared/browser/storage.ts'

const KEY = 'display-link'

/** The address of a display, as the router reads it. */
interface Address {
  pathname: string
  hash: string
  search: object
}

const isDisplay = ({ pathname, search }: Address) => pathname === '/wall' && 'v' in search && search.v === 'display'

/** The secret of this browser's display link; it stays over a reload and a restart of the browser. */
export const displaySecret = {
  get: () => readStored(KEY),

  /** Forgets the secret of a revoked link. */
  forget: () => writeStored(KEY, null),

  /** Whether the address is a display link, with the secret behind `#`. */
  isIn: (address: Address): boolean => isDisplay(address) && address.hash !== '',

  /** Stores the secret of a display link. @returns whether the address is one */
  take(address: Address): boolean {
    if (!displaySecret.isIn(address)) return false
    writeStored(KEY, address.hash)
    return true
  },

  /** Whether a guest opens the display whose secret this browser has stored. */
  isAskedBy: (address: Address): boolean => isDisplay(address) && readStored(KEY) !== null,
}
