import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { ListEditor } from './use-list-editor.ts'

type SaveBarProps = {
  editor: ListEditor
  onCancel: () => void
  barWhenSaved: ReactNode
}

/** Floats over the page while there are unsaved changes. */
export function SaveBar({ editor, onCancel, barWhenSaved }: SaveBarProps) {
  useSaveKeys(() => editor.unsaved && !editor.saving && void editor.save())
  if (!editor.unsaved && !editor.saving) return barWhenSaved
  return (
    <div
      id="floating-bar"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(4.75rem+env(safe-area-inset-bottom)+var(--player-height))] z-20 flex justify-center px-4 sm:bottom-[calc(1.5rem+var(--player-height))] sm:pl-22"
    >
      <section
        aria-label="Unsaved changes"
        className="dark-block pointer-events-auto flex min-h-15 w-full animate-slide-up flex-wrap items-center gap-2 rounded-card border border-line bg-surface p-2 text-ink shadow-float sm:w-auto"
      >
        <Button
          variant="quiet"
          className="max-sm:grow"
          disabled={editor.saving}
          onClick={() => {
            editor.cancel()
            onCancel()
          }}
        >
          Cancel
        </Button>
        <Button
          className="max-sm:grow"
          pending={editor.saving}
          aria-keyshortcuts="Control+S Meta+S"
          onClick={() => void editor.save()}
        >
          Save changes
        </Button>
      </section>
    </div>
  )
}

/** Ctrl+S and ⌘S, with which the browser would save the page; not while a dialog is open. With Caps Lock the key is `S`. */
function useSaveKeys(onSave: () => void) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
    if (event.altKey || event.shiftKey) return
    event.preventDefault()
    if (!document.querySelector('dialog:modal')) onSave()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
