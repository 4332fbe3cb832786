import { type Branding, brandingApi } from '@dalyan/contracts/branding'
import { DALYAN } from '@dalyan/contracts/own-brand'
import { call } from '../../shared/api/call.ts'
import { logFailure } from '../../shared/api/log-failure.ts'
import { mergeBranding } from './merge-branding.ts'

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
