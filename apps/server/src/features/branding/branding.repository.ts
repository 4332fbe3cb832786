import type { BrandingChange } from '@dalyan/contracts/branding'
import type { Insertable } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { StoredPicture } from '../../core/http/picture-reply.ts'

const WORDS = ['name', 'primary_color', 'secondary_color', 'accent_color', 'email', 'phone', 'website'] as const

/** The changed fields of the brand, in one row. */
export function brandingRepository({ db }: Connection) {
  async function upsert(values: Partial<Insertable<Schema['branding']>>): Promise<void> {
    await db
      .insertInto('branding')
      .values({ id: true, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: true, ...values }))
      .execute()
  }

  return {
    async find() {
      const row = await db
        .selectFrom('branding')
        .select([...WORDS, 'logo_hash'])
        .executeTakeFirst()
      return row ?? null
    },

    async save(change: BrandingChange): Promise<void> {
      const named = WORDS.filter((word) => change[word] !== undefined)
      await upsert(Object.fromEntries(named.map((word) => [word, change[word]])))
    },

    async findLogo(): Promise<StoredPicture | undefined> {
      const row = await db.selectFrom('branding').select(['logo', 'logo_type', 'logo_hash']).executeTakeFirst()
      if (!row?.logo || !row.logo_type || !row.logo_hash) return undefined
      return { bytes: row.logo, type: row.logo_type, hash: row.logo_hash }
    },

    async saveLogo(logo: StoredPicture | null): Promise<void> {
      await upsert({ logo: logo?.bytes ?? null, logo_type: logo?.type ?? null, logo_hash: logo?.hash ?? null })
    },

    async remove(): Promise<void> {
      await db.deleteFrom('branding').execute()
    },
  }
}
