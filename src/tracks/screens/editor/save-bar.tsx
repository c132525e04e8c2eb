import { Button } from '../../../ui/button.tsx'
import type { ListEditor } from './use-list-editor.ts'

/** Floats over the page while there are unsaved changes; on wide screens above a toast. */
export function SaveBar({ editor, onDone }: { editor: ListEditor; onDone: () => void }) {
  if (!editor.unsaved && !editor.saving) return null
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-[calc(4.75rem+env(safe-area-inset-bottom)+var(--player-height))] z-20 flex justify-center px-4 transition-transform sm:bottom-[calc(1.5rem+var(--player-height))] sm:[body:has([data-sonner-toast])_&]:-translate-y-24 sm:pl-22">
      <section
        aria-label="Unsaved changes"
        className="dark-block pointer-events-auto flex w-full animate-slide-up items-center gap-2 rounded-card border border-line bg-surface p-2 text-ink shadow-float sm:w-auto"
      >
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
      </section>
    </div>
  )
}
