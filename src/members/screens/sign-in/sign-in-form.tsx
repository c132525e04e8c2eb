import { Suspense, useState } from 'react'
import { call, errorMessage } from '../../../ui/api.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorMessage } from '../../../ui/error-message.tsx'
import { EmailField } from '../../../ui/field.tsx'
import { lazyComponent, preload } from '../../../ui/lazy-component.ts'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'
import { PasswordField } from '../password-field.tsx'
import { useStartSession } from '../session.ts'

const loadForgotDialog = () => import('./forgot-password-dialog.tsx')
const ForgotPasswordDialog = lazyComponent(loadForgotDialog, 'ForgotPasswordDialog')

export function SignInForm() {
  const startSession = useStartSession()
  const [forgot, setForgot] = useState<{ open: boolean; email: string } | null>(null)
  const [sent, setSent] = useState('')
  const form = useForm({
    initialValues: { email: '', password: '' },
    loadSchema: async () => (await import('../../members.schemas.ts')).login.body,
    async onSubmit(body) {
      try {
        const user = await call('POST /api/login', { body })
        const description = `Welcome back, ${user.username}!`
        void toast('Login successful', { description, kind: 'success' })
        startSession(user)
      } catch (error) {
        const message = errorMessage(error, 'Authentication failed')
        void toast('Login failed', { description: message, kind: 'error' })
        return { root: `Login failed. ${message}` }
      }
    },
  })

  return (
    <>
      <form method="post" onSubmit={form.submit} noValidate className="grid gap-4">
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
        <Button
          variant="quiet"
          onPointerEnter={() => preload(loadForgotDialog)}
          onClick={() => setForgot({ open: true, email: form.values.email })}
        >
          Forgot password?
        </Button>
        <p role="status" className="text-center text-sm text-muted empty:hidden">
          {sent && `Email Sent. ${sent}`}
        </p>
      </form>
      <Suspense>
        {forgot && (
          <ForgotPasswordDialog
            key={forgot.email}
            open={forgot.open}
            onOpenChange={open => setForgot({ ...forgot, open })}
            email={forgot.email}
            onSent={setSent}
          />
        )}
      </Suspense>
    </>
  )
}
