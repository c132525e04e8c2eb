import { settingsForm } from '../../members/account.schemas.ts'
import type { CurrentUser } from '../../members/members.schemas.ts'
import { invalidProfileLinkMessage, parseProfileLink } from '../../members/profile-link.shared.ts'
import { useUpdateCurrentUser } from '../../members/screens/use-current-user.ts'
import {
  availabilityTexts,
  useUsernameAvailability,
} from '../../members/screens/use-username-availability.ts'
import { useSite } from '../../site/site.tsx'
import { profileLinkOf } from '../../spotify/page-links.shared.ts'
import { Button } from '../../ui/button.tsx'
import { ApiError, call, errorMessage } from '../../ui/data/api.ts'
import { ErrorMessage } from '../../ui/data/error-state.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { type FormErrors, useForm } from '../../ui/forms/use-form.ts'
import { toast, toastError } from '../../ui/overlays/toast.ts'

type Values = { username: string; spotify_profile_url: string }

export function SettingsForm({ user }: { user: CurrentUser }) {
  const { brand } = useSite()
  const updateCurrentUser = useUpdateCurrentUser()
  const form = useForm({
    initialValues: valuesOf(user),
    schema: settingsForm,
    onSubmit: save,
    onInvalid: errors => errors.spotify_profile_url && toastInvalidLink(),
  })
  const username = form.values.username.trim()
  const availability = useUsernameAvailability(username, user.username)

  async function save(values: Values) {
    const link = values.spotify_profile_url
    const isUsernameChanged = values.username !== user.username
    const isLinkChanged = (parseProfileLink(link) ?? '') !== (user.spotify_user_id ?? '')
    if (!isUsernameChanged && !isLinkChanged) {
      // The fields follow their new defaults, which are rendered after this.
      form.reset()
      void toast('No changes', { description: "You haven't made any changes to save." })
      return
    }
    if (isUsernameChanged && availability.message) {
      toastTaken(availability.message)
      return { username: availability.message }
    }
    let saved = user
    try {
      if (isUsernameChanged) {
        saved = await call('PUT /api/user/username', { body: { username: values.username } })
        updateCurrentUser(saved)
      }
      if (isLinkChanged) {
        saved = await call('PUT /api/user/spotify', { body: { spotify_profile_url: link } })
        updateCurrentUser(saved)
      }
    } catch (error) {
      return reportFailure(error, isUsernameChanged && saved !== user)
    }
    // The fields follow their new defaults, which are rendered after this.
    form.reset()
    void toast('Settings updated', {
      description: 'Your user settings have been updated successfully',
      kind: 'success',
    })
  }

  return (
    <form {...form.form} className="grid grid-cols-1 gap-5">
      <TextField
        {...form.field('username')}
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={form.errors.username ?? availability.message}
        hint={`This username would be part of your public ${brand} URL: /${username}`}
        status={statusTexts[availability.status]}
      />
      <TextField
        {...form.field('spotify_profile_url')}
        label="Spotify profile URL"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://open.spotify.com/user/…"
        hint="A link on your public page. Leave it empty to show none."
      />
      <ErrorMessage>{form.errors.root}</ErrorMessage>
      <Button
        type="submit"
        pending={form.isSubmitting}
        className="max-sm:w-full sm:justify-self-start"
      >
        Save Changes
      </Button>
    </form>
  )
}

function reportFailure(error: unknown, isUsernameSaved: boolean): FormErrors<keyof Values> {
  const { code, field, message = '' } = error instanceof ApiError ? error : {}
  if (code === 'username_taken') {
    toastTaken(message)
    return { username: message }
  }
  if (field === 'spotify_profile_url') {
    toastInvalidLink()
    return { spotify_profile_url: invalidProfileLinkMessage }
  }
  const description = errorMessage(error, 'An error occurred while updating your settings')
  void toastError('Failed to update settings', description)
  if (field === 'username') return { username: message }
  const saved = isUsernameSaved ? ' Your username was saved, your profile URL was not.' : ''
  return { root: `Failed to update settings. ${description}${saved}` }
}

const toastTaken = (message: string) => void toastError('Username unavailable', message)

const toastInvalidLink = () => void toastError('Invalid Spotify URL', invalidProfileLinkMessage)

const valuesOf = ({ username, spotify_user_id: id }: CurrentUser): Values => ({
  username,
  spotify_profile_url: id ? profileLinkOf(id) : '',
})

const statusTexts = {
  ...availabilityTexts,
  available: 'This username is available. Links to your old one will lead to it.',
}
