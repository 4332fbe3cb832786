import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_KEY = 0x40

/** The few shapes of CBOR that a new key needs. */
const cbor = {
  map: (...pairs: Buffer[]) => Buffer.concat([Buffer.from([0xa0 | (pairs.length / 2)]), ...pairs]),
  text: (text: string) => Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)]),
  /** Of 24 to 255 bytes. */
  bytes: (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]),
  int: (n: number) => Buffer.from([n < 0 ? 0x20 | (-1 - n) : n]),
}

interface CeremonyOptions {
  challenge: string
}

/** A device with one key of WebAuthn (ES256), as a browser would answer with it. */
export function softwareAuthenticator(origin: string) {
  const rpId = new URL(origin).hostname
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  let counter = 0

  const clientData = (type: string, { challenge }: CeremonyOptions) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authenticatorData(flags: number, ...rest: Buffer[]): Buffer {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), head, ...rest])
  }
  const shared = { id: base64url(credentialId), rawId: base64url(credentialId), type: 'public-key' }

  return {
    /** Answers the options of a registration. */
    create(options: unknown) {
      const key = cbor.map(
        cbor.int(1),
        cbor.int(2),
        cbor.int(3),
        cbor.int(-7),
        cbor.int(-1),
        cbor.int(1),
        cbor.int(-2),
        cbor.bytes(Buffer.from(x, 'base64url')),
        cbor.int(-3),
        cbor.bytes(Buffer.from(y, 'base64url')),
      )
      const idLength = Buffer.from([0, credentialId.length])
      const authData = authenticatorData(PRESENT | VERIFIED | HAS_KEY, Buffer.alloc(16), idLength, credentialId, key)
      const attestation = cbor.map(
        cbor.text('fmt'),
        cbor.text('none'),
        cbor.text('attStmt'),
        cbor.map(),
        cbor.text('authData'),
        cbor.bytes(authData),
      )
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', options as CeremonyOptions)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      }
      return { ...shared, response, clientExtensionResults: {} }
    },

    /** Answers the options of a sign-in. @param isVerified whether the user proved to be there by finger, face or PIN. */
    get(options: unknown, isVerified = true) {
      counter += 1
      const authData = authenticatorData(PRESENT | (isVerified ? VERIFIED : 0))
      const client = clientData('webauthn.get', options as CeremonyOptions)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)),
      }
      return { ...shared, response, clientExtensionResults: {} }
    },

    /** Counts as if the key had been copied before its last uses. */
    turnBack(): void {
      counter = 0
    },
  }
}
