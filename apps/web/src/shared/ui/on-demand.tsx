import { type ComponentType, createElement, type FunctionComponent, lazy, Suspense } from 'react'

/** A component whose code is loaded when it is first drawn; nothing is drawn until then. */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): FunctionComponent<Props> {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function OnDemand(props) {
    return <Suspense>{createElement(Loaded, props)}</Suspense>
  }
}
