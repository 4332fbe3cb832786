import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface Unsaved {
  /** Closes at once when there is no unsaved input, else asks. */
  close: () => void
  /** The input was saved since the last render: leaving no longer asks. */
  release: () => void
  /** The question, while it is asked. */
  question: ReactNode
}

interface Question {
  title: string
  body: string
  stay: string
  leave: string
}

/**
 * Guards unsaved input: closing, going back and leaving the page ask first.
 * @param words the question, where it is not about typed input
 */
export function useUnsaved(isUnsaved: boolean, onClose: () => void, words?: Question): Unsaved {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const isReleased = useRef(false)
  const blocker = useBlocker({
    shouldBlockFn: () => isUnsaved && !isReleased.current,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  const isBlocked = blocker.status === 'blocked'
  function release() {
    isReleased.current = true
  }
  return {
    close: () => (isUnsaved ? setIsAsking(true) : onClose()),
    release,
    question: (isAsking || isBlocked) && (
      <ConfirmDialog
        local
        title={words?.title ?? t('common.states.unsavedTitle')}
        body={words?.body ?? t('common.states.unsavedBody')}
        cancel={words?.stay ?? t('common.states.unsavedStay')}
        confirm={words?.leave ?? t('common.states.unsavedLeave')}
        onClose={() => {
          setIsAsking(false)
          blocker.reset?.()
        }}
        onConfirm={() => {
          release()
          if (isBlocked) blocker.proceed()
          else onClose()
        }}
      />
    ),
  }
}
