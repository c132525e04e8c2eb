import { useState } from 'react'
import { TextField, type TextFieldProps } from '../../ui/forms/field.tsx'

export function PasswordField(field: Omit<TextFieldProps, 'type' | 'aside'>) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      aside={
        <button
          type="button"
          aria-label={`${shown ? 'Hide' : 'Show'} ${field.label}`}
          onClick={() => setShown(!shown)}
          className="-my-2 rounded-md px-1 py-2 font-medium underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      }
    />
  )
}
