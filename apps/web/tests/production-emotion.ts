import { registerHooks } from 'node:module'

/**
 * Lets packages load the build of Emotion that the built page has; Vitest asks for builds of development. Those write each rule into a <style> of
 * its own, and happy-dom reads all of them for every style that it computes.
 */
registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith('@emotion/')) return next(specifier, context)
    return next(specifier, { ...context, conditions: context.conditions.filter((name) => name !== 'development') })
  },
})
