import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import type { ListEditor } from './use-list-editor.ts'

type SaveBarProps = {
  editor: ListEditor
  onDone: () => void
  saved: ReactNode
}

/** Floats over the page while there are unsaved changes. */
export function SaveBar({ editor, onDone, saved }: SaveBarProps) {
  if (!editor.unsaved && !editor.saving) return editor.isSaved && saved
  return (
    <FloatingBar label="Unsaved changes">
      <Button
        variant="quiet"
        className="max-sm:grow"
        disabled={editor.saving}
        onClick={() => {
          editor.cancel()
          onDone()
        }}
      >
        Cancel
      </Button>
      <Button
        className="max-sm:grow"
        pending={editor.saving}
        onClick={() => void editor.save().then(onDone)}
      >
        Save changes
      </Button>
    </FloatingBar>
  )
}

export function FloatingBar({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <div
      id="floating-bar"
      className={classes(
        'pointer-events-none fixed inset-x-0 bottom-[calc(4.75rem+env(safe-area-inset-bottom)+var(--player-height))] z-20 flex justify-center px-4 sm:bottom-[calc(1.5rem+var(--player-height))] sm:pl-22',
        className,
      )}
    >
      <section
        aria-label={label}
        className="dark-block pointer-events-auto flex min-h-15 w-full animate-slide-up items-center gap-2 rounded-card border border-line bg-surface p-2 text-ink shadow-float sm:w-auto"
      >
        {children}
      </section>
    </div>
  )
}
