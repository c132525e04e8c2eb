import { ApiError, call, errorMessage } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSite } from '../../ui/site.tsx'
import { toast } from '../../ui/toast.ts'
import { register } from '../members.contract.ts'
import { PasswordField } from './password-field.tsx'
import { useStartSession } from './session.ts'
import { useLightForm } from './use-light-form.ts'
import { useUsernameAvailability } from './use-username-availability.ts'

const empty = { username: '', email: '', password: '', confirmPassword: '' }
const loadSchema = async () => (await import('../members.schemas.ts')).registerForm

export function CreateAccountForm() {
  const { brand, publicUrl } = useSite()
  const arrive = useStartSession()
  const form = useLightForm(empty, loadSchema, async ({ confirmPassword: _, ...body }) => {
    try {
      const user = await call(register, { body })
      const description = `Welcome to ${brand}, ${user.username}!`
      void toast('Registration successful', { description, kind: 'success' })
      arrive(user)
    } catch (error) {
      return refusal(error)
    }
  })
  const { username } = form.values
  const availability = useUsernameAvailability(username)
  const { error: wrongName, ...nameField } = form.field('username')

  return (
    <form method="post" onSubmit={form.submit} noValidate className="grid gap-4">
      <TextField
        {...nameField}
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={wrongName ?? availability.refusal}
        hint={`Your ${brand} URL: ${new URL(publicUrl).host}/${username || 'username'}. This can be changed later.`}
        status={statusWords[availability.is]}
      />
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
      />
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="new-password"
        hint="At least 8 characters"
      />
      <PasswordField
        {...form.field('confirmPassword')}
        label="Confirm Password"
        autoComplete="new-password"
      />
      <ErrorMessage>{form.errors.root}</ErrorMessage>
      <Button
        type="submit"
        size="lg"
        pending={form.isSending}
        disabled={availability.is === 'taken'}
        className="w-full"
      >
        Create Account
      </Button>
    </form>
  )
}

function refusal(error: unknown): Partial<Record<keyof typeof empty | 'root', string>> {
  const { code, field } = error instanceof ApiError ? error : {}
  const message = errorMessage(error, 'Could not create account')
  const title = code === 'username_taken' ? 'Username not available' : 'Registration failed'
  void toast(title, { description: message, kind: 'error' })
  return field && field in empty ? { [field]: message } : { root: `${title}. ${message}` }
}

const statusWords = {
  unasked: '',
  checking: 'Checking…',
  available: 'This username is available',
  taken: '',
  error: 'Error checking username availability',
}
