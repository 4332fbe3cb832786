import { readStored, writeStored } from '../../shared/browser/storage.ts'

const KEY = 'first-steps'

/** Whether the first steps are finished or dismissed in this browser. */
export const hasFinishedSteps = () => readStored(KEY) === 'finished'

export const finishSteps = () => writeStored(KEY, 'finished')
