import { useEffect } from 'react'
import type * as z from 'zod/mini'
import { useSite } from '../../../site/site.tsx'
import { Button } from '../../../ui/button.tsx'
import { ApiError, call, errorMessage } from '../../../ui/data/api.ts'
import { ErrorMessage } from '../../../ui/data/error-state.tsx'
import { EmailField, TextField } from '../../../ui/forms/field.tsx'
import { type FormErrors, useForm } from '../../../ui/forms/use-form.ts'
import { toast, toastError } from '../../../ui/overlays/toast.ts'
import { registerMismatch } from '../../members.shared.ts'
import { PasswordField } from '../password-field.tsx'
import { useLogIn } from '../session.ts'
import { availabilityTexts, useUsernameAvailability } from '../use-username-availability.ts'
import { loadSchemas } from './schemas.ts'

const initialValues = { username: '', email: '', password: '', confirmPassword: '' }

type Account = {
  username: string
  email: string
  password: string
  confirmPassword?: string
}

type CreateAccountFormProps = {
  invitation: string | undefined
  /** Asks for the password once: it can be shown. */
  isShort?: boolean
  /** Is told the username while it is typed. */
  onUsername?: (username: string) => void
}

export function CreateAccountForm({
  invitation,
  isShort = false,
  onUsername,
}: CreateAccountFormProps) {
  const { brand, publicUrl } = useSite()
  const logIn = useLogIn()
  const form = useForm({
    initialValues,
    schema: async (): Promise<z.ZodMiniType<Account>> => {
      const { register, registerForm } = await loadSchemas()
      return isShort ? register.body : registerForm
    },
    async onSubmit({ username, email, password, confirmPassword = password }) {
      if (password !== confirmPassword) return { confirmPassword: registerMismatch }
      try {
        const body = { username, email, password, invitation }
        const user = await call('POST /api/register', { body })
        const description = `Welcome to ${brand}, ${user.username}!`
        void toast('Registration successful', { description, kind: 'success' })
        logIn(user)
      } catch (error) {
        return reportFailure(error)
      }
    },
  })
  const username = form.values.username.trim()
  const availability = useUsernameAvailability(username)
  useEffect(() => onUsername?.(username), [username, onUsername])
  const { error: usernameError, ...usernameField } = form.field('username')

  return (
    <form {...form.form} className="grid gap-4">
      <TextField
        {...usernameField}
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={usernameError ?? availability.message}
        hint={`Your ${brand} URL: ${new URL(publicUrl).host}/${username || 'username'}. This can be changed later.`}
        status={availabilityTexts[availability.status]}
      />
      <EmailField {...form.field('email')} autoComplete="username" />
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="new-password"
        hint="At least 8 characters"
      />
      {!isShort && (
        <PasswordField
          {...form.field('confirmPassword')}
          label="Confirm Password"
          autoComplete="new-password"
        />
      )}
      <ErrorMessage>{form.errors.root}</ErrorMessage>
      <Button
        type="submit"
        size="lg"
        pending={form.isSubmitting}
        disabled={availability.status === 'taken'}
        className="w-full"
      >
        Create Account
      </Button>
    </form>
  )
}

function reportFailure(error: unknown): FormErrors<keyof typeof initialValues> {
  const { code, field } = error instanceof ApiError ? error : {}
  const message = errorMessage(error, 'Could not create account')
  const title = code === 'username_taken' ? 'Username not available' : 'Registration failed'
  void toastError(title, message)
  return field && field in initialValues ? { [field]: message } : { root: `${title}. ${message}` }
}
