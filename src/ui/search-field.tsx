import Search from 'lucide-react/icons/search'
import { TextField, type TextFieldProps } from './field.tsx'

/** A search box named by its own placeholder. Spread `useSearch().field` into it. */
export function SearchField({ label, ...input }: TextFieldProps) {
  return (
    <TextField
      label={label}
      hideLabel
      placeholder={label}
      type="search"
      maxLength={100}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      icon={<Search size={18} aria-hidden="true" />}
      {...input}
    />
  )
}
