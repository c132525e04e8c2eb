import { useState } from 'react'
import { LazyBoundary } from '../../../site/lazy-boundary.tsx'
import { Button } from '../../../ui/button.tsx'
import { call, errorMessage } from '../../../ui/data/api.ts'
import { ErrorMessage } from '../../../ui/data/error-state.tsx'
import { EmailField } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { toast, toastError } from '../../../ui/overlays/toast.ts'
import { lazyComponent } from '../../../ui/routing/lazy.ts'
import { PasswordField } from '../password-field.tsx'
import { useLogIn } from '../session.ts'
import { loadSchemas } from './schemas.ts'

const ForgotPasswordDialog = lazyComponent(
  () => import('./forgot-password-dialog.tsx'),
  'ForgotPasswordDialog',
)

export function SignInForm() {
  const logIn = useLogIn()
  const [forgotEmail, setForgotEmail] = useState<string | null>(null)
  const closeForgot = () => setForgotEmail(null)
  const [sent, setSent] = useState('')
  const form = useForm({
    initialValues: { email: '', password: '' },
    schema: async () => (await loadSchemas()).login.body,
    async onSubmit(body) {
      try {
        const user = await call('POST /api/login', { body })
        const description = `Welcome back, ${user.username}!`
        void toast('Login successful', { description, kind: 'success' })
        logIn(user)
      } catch (error) {
        const message = errorMessage(error, 'Authentication failed')
        void toastError('Login failed', message)
        return { root: `Login failed. ${message}` }
      }
    },
  })

  return (
    <>
      <form {...form.form} className="grid gap-4">
        <EmailField {...form.field('email')} autoComplete="username" />
        <PasswordField
          {...form.field('password')}
          label="Password"
          autoComplete="current-password"
        />
        <ErrorMessage>{form.errors.root}</ErrorMessage>
        <Button type="submit" size="lg" pending={form.isSubmitting} className="w-full">
          Sign In
        </Button>
        <Button variant="quiet" onClick={() => setForgotEmail(form.read().email)}>
          Forgot password?
        </Button>
        <p role="status" className="text-center text-sm text-muted empty:hidden">
          {sent && `Email Sent. ${sent}`}
        </p>
      </form>
      {forgotEmail !== null && (
        <LazyBoundary onClose={closeForgot}>
          <ForgotPasswordDialog email={forgotEmail} onClose={closeForgot} onSent={setSent} />
        </LazyBoundary>
      )}
    </>
  )
}
