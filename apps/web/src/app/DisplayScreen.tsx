import { useEffect } from 'react'
import { DisplayPage } from '../features/display-links/DisplayPage.tsx'
import { registerServiceWorker } from './offline/register-service-worker.ts'

/** A screen without a session; its page opens without a network too. */
export function DisplayScreen() {
  useEffect(() => (import.meta.env.PROD ? registerServiceWorker() : undefined), [])
  return <DisplayPage />
}
