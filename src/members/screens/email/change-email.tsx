import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ChangeEmailDialog } from './change-email-dialog.tsx'

/** The way to another address, which has to be proven by mail. */
export function ChangeEmail() {
  const [isOpen, setOpen] = useState(false)
  const [message, setMessage] = useState('')
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">Moved to another address? Prove it by mail first.</p>
      <Button
        variant="secondary"
        className="max-sm:w-full sm:justify-self-start"
        onClick={() => setOpen(true)}
      >
        Change email…
      </Button>
      <p role="status" className="text-sm font-medium wrap-anywhere empty:hidden">
        {message}
      </p>
      {isOpen && <ChangeEmailDialog onClose={() => setOpen(false)} onSent={setMessage} />}
    </div>
  )
}
