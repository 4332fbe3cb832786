import { type ComponentType, createElement, type FunctionComponent, lazy, Suspense } from 'react'
import { logFailure } from '../api/log-failure.ts'
import { afterFirstPage } from './page-state.ts'

interface Options {
  /** Load the code after the first page of the visit already: what the user opens must open at once, and without a network. */
  isOpenedByUser?: boolean
}

/** A component whose code is loaded when it is first drawn; nothing is drawn until then. */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isOpenedByUser = false }: Options = {},
): FunctionComponent<Props> {
  const Loaded = lazy(async () => ({ default: await load() }))
  if (isOpenedByUser) afterFirstPage(() => void load().catch((error: unknown) => logFailure('code', error)))
  return function OnDemand(props) {
    return <Suspense>{createElement(Loaded, props)}</Suspense>
  }
}
