import { createECDH, randomBytes } from 'node:crypto'

/** The keys that a browser returns when it subscribes to push. */
export function browserKeys() {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
}
