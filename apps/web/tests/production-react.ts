import { createRequire } from 'node:module'
import { flushSync } from 'react-dom'
import './production-emotion.ts'

/** The tasks in which React's scheduler draws what follows an asynchronous callback. */
const TASKS = 3
// Tests replace the timers.
const { setImmediate } = globalThis

async function afterDrawing<T>(result: PromiseLike<T>): Promise<T> {
  const value = await result
  for (let task = 0; task < TASKS; task++) await new Promise((resolve) => setImmediate(resolve))
  return value
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value
}

/**
 * Page tests run React as users get it, which takes a third less processor time than its development build. That has no `act`, which
 * Testing Library calls: this one draws the updates of the callback at once, and waits for those that follow an asynchronous callback.
 */
function act(callback: () => unknown): PromiseLike<unknown> {
  const result = flushSync(callback)
  return isPromise(result) ? afterDrawing(result) : Promise.resolve(result)
}

// Testing Library reads the exports of the CommonJS module when it is loaded, which is after this file.
Object.assign(createRequire(import.meta.url)('react') as object, { act })
