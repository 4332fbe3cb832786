import { type Branding, brandingApi } from '@dalyan/contracts/branding'
import { DALYAN } from '@dalyan/contracts/own-brand'
import { call } from '../../shared/api/call.ts'
import { logFailure } from '../../shared/api/log-failure.ts'

export interface LoadedBranding {
  branding: Branding
  /** False: the server did not answer, and these are the page's own defaults. */
  fromServer: boolean
}

/** The server's brand merged into the page's own; a failure is only logged. */
export async function loadBranding(): Promise<LoadedBranding> {
  const own: Branding = { ...DALYAN, domain: { apiUrl: location.origin } }
  try {
    const { success, data } = await call(brandingApi.config)
    if (!success) throw new Error('the server has no brand')
    return { branding: mergeBranding(own, data), fromServer: true }
  } catch (error) {
    logFailure('branding', error)
    return { branding: own, fromServer: false }
  }
}

/** A value of the brand: a text, null where a text is missing, or a group of values. */
type BrandValue = string | null | { readonly [name: string]: BrandValue }

/**
 * Merges the server's brand into the built-in one. The built-in names and types decide what is accepted: any other value is ignored,
 * and the built-in one stays.
 */
export function mergeBranding<B extends BrandValue>(known: B, arrived: unknown): B {
  return merged(known, arrived) as B
}

function merged(known: BrandValue, arrived: unknown): BrandValue {
  if (typeof known !== 'object' || known === null) return typeof arrived === 'string' ? arrived : known
  return Object.fromEntries(Object.entries(known).map(([name, part]) => [name, merged(part, ownValue(arrived, name))]))
}

function ownValue(group: unknown, name: string): unknown {
  const isGroup = typeof group === 'object' && group !== null && Object.hasOwn(group, name)
  return isGroup ? Reflect.get(group, name) : undefined
}
