import { createHash } from 'node:crypto'
import { type Branding, type BrandingChange, LOGO_MAX_BYTES, LOGO_SIDE } from '@dalyan/contracts/branding'
import { DALYAN } from '@dalyan/contracts/own-brand'
import type { Basics } from '../../basics.ts'
import type { Connection } from '../../core/database/database.ts'
import { invalidField } from '../../core/errors.ts'
import type { UserActor } from '../../core/http/actor.ts'
import { pictureVersion } from '../../core/http/picture-reply.ts'
import { readPicture } from '../../core/pictures/read-picture.ts'
import { brandingRepository } from './branding.repository.ts'
import { nameVariants } from './branding.rules.ts'

// The product's name and appearance, with the administrator's changes.

export type BrandingNeeds = Pick<Basics, 'database' | 'audit'>

export async function readBranding({ database }: BrandingNeeds): Promise<Omit<Branding, 'domain'>> {
  const changed = await brandingRepository(database).find()
  if (!changed) return DALYAN
  const { theme, logo } = DALYAN
  // The hash lets browsers cache the picture until it changes.
  const own = changed.logo_hash === null ? null : `/api/branding/logo?v=${pictureVersion(changed.logo_hash)}`
  return {
    ...DALYAN,
    name: changed.name === null ? DALYAN.name : nameVariants(changed.name),
    logo:
      own === null
        ? logo
        : { primary: own, icon: own, emoji: logo.emoji, light: own, dark: own, small: own, large: own },
    theme: {
      primaryColor: changed.primary_color ?? theme.primaryColor,
      secondaryColor: changed.secondary_color ?? theme.secondaryColor,
      accentColor: changed.accent_color ?? theme.accentColor,
    },
    contact: { email: changed.email, phone: changed.phone, website: changed.website },
  }
}

export async function updateBranding(needs: BrandingNeeds, change: BrandingChange, actor: UserActor): Promise<void> {
  if (change.website && !URL.canParse(change.website)) throw invalidField('website', 'website_invalid')
  await changeRow(needs, actor, (on) => brandingRepository(on).save(change))
}

/** @param image the bytes in base64. */
export async function setLogo(needs: BrandingNeeds, image: string, actor: UserActor): Promise<void> {
  const bytes = Buffer.from(image, 'base64')
  if (bytes.length > LOGO_MAX_BYTES) {
    throw invalidField('image', 'logo_too_large', { limit: `${LOGO_MAX_BYTES / 1024} KiB` })
  }
  const picture = readPicture(bytes)
  if (!picture) throw invalidField('image', 'logo_type')
  const { least, most } = LOGO_SIDE
  if ([picture.width, picture.height].some((side) => side < least || side > most)) {
    throw invalidField('image', 'logo_side', { least, most })
  }
  const hash = createHash('sha256').update(bytes).digest('hex')
  await changeRow(needs, actor, (on) => brandingRepository(on).saveLogo({ bytes, type: picture.type, hash }))
}

export function removeLogo(needs: BrandingNeeds, actor: UserActor): Promise<void> {
  return changeRow(needs, actor, (on) => brandingRepository(on).saveLogo(null))
}

export function resetBranding(needs: BrandingNeeds, actor: UserActor): Promise<void> {
  return changeRow(needs, actor, (on) => brandingRepository(on).remove())
}

/** Changes the row and writes an audit log entry. */
async function changeRow(
  { database, audit }: BrandingNeeds,
  actor: UserActor,
  change: (on: Connection) => Promise<void>,
): Promise<void> {
  await database.transact(async (on) => {
    const before = await audited(on)
    await change(on)
    const after = await audited(on)
    const target = { kind: 'settings', id: null, name: 'branding' } as const
    await audit(on, actor, { event: 'settings_changed', target, before, after })
  })
}

/** The row as the audit log shows it: the logo as its version only. */
async function audited(on: Connection): Promise<object> {
  const { logo_hash, ...words } = (await brandingRepository(on).find()) ?? { logo_hash: null }
  return { ...words, logo: logo_hash === null ? null : pictureVersion(logo_hash) }
}
