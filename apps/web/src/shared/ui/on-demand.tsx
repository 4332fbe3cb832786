import { type ComponentType, createElement, type FunctionComponent, lazy, type ReactNode, Suspense } from 'react'
import { logFailure } from '../api/log-failure.ts'
import { afterFirstPage } from './page-state.ts'

interface Options {
  /** Load the code after the first page of the visit already: what the user opens must open at once, and without a network. */
  isOpenedByUser?: boolean
  /** Load the code only after the first page of the visit, which it would delay: for what is seldom drawn, or not the page's purpose. */
  canWait?: boolean
  /** Drawn until the code is there; default: nothing. */
  meanwhile?: ReactNode
  /**
   * Where the code cannot be loaded, `meanwhile` stays, and with it what is around: rows without the pages below them are more than an error.
   * Until the page is loaded again, because browsers do not fetch a module again that failed.
   */
  mayBeMissing?: boolean
}

/** A component whose code is loaded when it is first drawn. */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isOpenedByUser = false, canWait = false, meanwhile, mayBeMissing = false }: Options = {},
): FunctionComponent<Props> {
  function instead(error: unknown): ComponentType<Props> {
    if (!mayBeMissing) throw error
    logFailure('code', error)
    return () => meanwhile
  }
  const Loaded = lazy(async () => {
    if (canWait) await new Promise<void>(afterFirstPage)
    return { default: await load().catch(instead) }
  })
  if (isOpenedByUser) afterFirstPage(() => void load().catch((error: unknown) => logFailure('code', error)))
  return function OnDemand(props) {
    return <Suspense fallback={meanwhile}>{createElement(Loaded, props)}</Suspense>
  }
}
