import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const KIND = 'aes-256-gcm'
const MARK = 'sealed:1:'
const IV_BYTES = 12
const TAG_BYTES = 16
export const KEY_BYTES = 32

/** Seals secrets so that read access to the database alone does not reveal them. */
export interface SecretBox {
  /** A text sealed for one `purpose` cannot be opened for another. Without a key the text is returned unchanged. */
  seal(purpose: string, text: string): string
  /** A text saved before there was a key is returned unchanged. @throws when it was sealed with another key, or changed. */
  open(purpose: string, kept: string): string
}

export function isSealed(kept: string): boolean {
  return kept.startsWith(MARK)
}

/** `key` null: texts are not sealed. */
export function createSecretBox(key: Buffer | null): SecretBox {
  return {
    seal(purpose, text) {
      if (!key || isSealed(text)) return text
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(KIND, key, iv).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()])
      return MARK + Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url')
    },
    open(purpose, kept) {
      if (!isSealed(kept)) return kept
      if (!key) throw new Error('a secret is sealed, and there is no key')
      const all = Buffer.from(kept.slice(MARK.length), 'base64url')
      const decipher = createDecipheriv(KIND, key, all.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(all.subarray(-TAG_BYTES))
      return decipher.update(all.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
