import type { BrandingChange, LogoType } from '@dalyan/contracts/branding'
import type { Connection } from '../../core/database/database.ts'

export interface Logo {
  bytes: Buffer
  type: LogoType
  /** SHA-256 of the bytes, in hexadecimal. */
  hash: string
}

const WORDS = ['name', 'primary_color', 'secondary_color', 'accent_color', 'email', 'phone', 'website'] as const

/** The changed fields of the brand, in one row. */
export function brandingRepository({ db }: Connection) {
  return {
    async find() {
      const row = await db
        .selectFrom('branding')
        .select([...WORDS, 'logo_hash'])
        .executeTakeFirst()
      return row ?? null
    },

    async save(change: BrandingChange): Promise<void> {
      const values = Object.fromEntries(
        WORDS.filter((word) => change[word] !== undefined).map((word) => [word, change[word]]),
      )
      await db
        .insertInto('branding')
        .values({ id: true, ...values })
        .onConflict((conflict) => {
          const row = conflict.column('id')
          return Object.keys(values).length === 0 ? row.doNothing() : row.doUpdateSet(values)
        })
        .execute()
    },

    async findLogo(): Promise<Logo | null> {
      const row = await db.selectFrom('branding').select(['logo', 'logo_type', 'logo_hash']).executeTakeFirst()
      if (!row?.logo || !row.logo_type || !row.logo_hash) return null
      return { bytes: row.logo, type: row.logo_type, hash: row.logo_hash }
    },

    async saveLogo(logo: Logo | null): Promise<void> {
      const values = { logo: logo?.bytes ?? null, logo_type: logo?.type ?? null, logo_hash: logo?.hash ?? null }
      await db
        .insertInto('branding')
        .values({ id: true, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute()
    },

    async remove(): Promise<void> {
      await db.deleteFrom('branding').execute()
    },
  }
}
