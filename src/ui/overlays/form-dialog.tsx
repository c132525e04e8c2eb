import { type FormEvent, type ReactNode, type Ref, useId } from 'react'
import { Button } from '../button.tsx'
import { ErrorMessage } from '../data/error-state.tsx'
import { Dialog } from './dialog.tsx'

type FormDialogProps = {
  onClose: () => void
  title: string
  description: ReactNode
  submitLabel: string
  /** Label of a second button that closes, for what has been done; else closing cancels. */
  closeLabel?: string | undefined
  /** `gold` as in `Button`. */
  variant?: 'primary' | 'danger' | 'gold'
  isSubmitting?: boolean
  /** Whether closing waits for the submission. */
  isBlocking?: boolean
  canSubmit?: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  error?: string | undefined
  formRef?: Ref<HTMLFormElement>
  fromTop?: boolean
  hasOptionalField?: boolean
  children: ReactNode
}

export function FormDialog({
  onClose,
  title,
  description,
  submitLabel,
  closeLabel,
  variant = 'primary',
  isSubmitting = false,
  isBlocking = false,
  canSubmit = true,
  onSubmit,
  error,
  formRef,
  fromTop = false,
  hasOptionalField = false,
  children,
}: FormDialogProps) {
  const formId = useId()
  const isBlocked = isBlocking && isSubmitting
  return (
    <Dialog
      onClose={onClose}
      isBlocked={isBlocked}
      fromTop={fromTop}
      hasOptionalField={hasOptionalField}
      title={title}
      description={description}
      footer={
        <>
          {closeLabel && (
            <Button
              variant="secondary"
              disabled={isBlocked}
              onClick={onClose}
              className={fromTop ? 'max-sm:hidden' : ''}
            >
              {closeLabel}
            </Button>
          )}
          <Button
            type="submit"
            variant={variant}
            size={variant === 'gold' ? 'lg' : 'md'}
            form={formId}
            pending={isSubmitting}
            disabled={!canSubmit}
            className={variant === 'gold' ? 'w-full' : ''}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        ref={formRef}
        id={formId}
        onSubmit={onSubmit}
        noValidate
        className="grid grid-cols-1 gap-4"
      >
        <ErrorMessage>{error}</ErrorMessage>
        {children}
      </form>
    </Dialog>
  )
}
