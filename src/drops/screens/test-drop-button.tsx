import { Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-component.ts'

const TestDropDialog = lazyComponent(() => import('./test-drop-dialog.tsx'), 'TestDropDialog')

/** For dev members. */
export function TestDropButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" className="max-sm:grow" onClick={() => setOpen(true)}>
        Drop Test
      </Button>
      {open && (
        <Suspense>
          <TestDropDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
