import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { ApiError, call, errorMessage } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSite } from '../../ui/site.tsx'
import { toast } from '../../ui/toast.ts'
import { type CurrentUser, changeSpotifyProfile, changeUsername } from '../members.contract.ts'
import { usernameSchema } from '../members.schemas.ts'
import { parseProfileLink, profileLinkOf } from '../profile-link.contract.ts'
import { useUpdateCurrentUser } from './use-current-user.ts'
import { type Availability, useUsernameAvailability } from './use-username-availability.ts'

const invalidLink = 'Please enter a valid Spotify profile URL (open.spotify.com/user/...)'
const schema = z.object({
  username: usernameSchema,
  spotify_profile_url: z.string().check(
    z.trim(),
    z.refine(link => link === '' || parseProfileLink(link) !== null, invalidLink),
  ),
})
type Values = z.infer<typeof schema>

const savedLink = ({ spotify_user_id: id }: CurrentUser) => (id ? profileLinkOf(id) : '')

/** Name and streaming profile, saved together. */
export function SettingsForm({ user }: { user: CurrentUser }) {
  const { brand } = useSite()
  const keepUser = useUpdateCurrentUser()
  const form = useForm<Values>({
    mode: 'onTouched',
    resolver: standardSchemaResolver(schema),
    defaultValues: { username: user.username, spotify_profile_url: savedLink(user) },
  })
  const { errors, isSubmitting } = form.formState
  const username = form.watch('username')
  const availability = useUsernameAvailability(username, user.username)

  const save = form.handleSubmit(
    async wanted => {
      const renames = wanted.username !== user.username
      const link = wanted.spotify_profile_url
      const relinks = (parseProfileLink(link) ?? '') !== (user.spotify_user_id ?? '')
      if (!renames && !relinks) {
        form.reset()
        void toast('No changes', { description: "You haven't made any changes to save." })
        return
      }
      if (renames && availability.refusal) return refuseName(availability.refusal)
      let latest = user
      try {
        if (renames) {
          latest = await call(changeUsername, { body: { username: wanted.username } })
          keepUser(latest)
        }
        if (relinks) {
          latest = await call(changeSpotifyProfile, { body: { spotify_profile_url: link } })
          keepUser(latest)
        }
      } catch (error) {
        return refuse(error, renames && latest !== user)
      }
      form.reset({ username: latest.username, spotify_profile_url: savedLink(latest) })
      void toast('Settings updated', {
        description: 'Your user settings have been updated successfully',
        kind: 'success',
      })
    },
    wrong => wrong.spotify_profile_url && refuseLink(),
  )

  function refuse(error: unknown, isNameSaved: boolean) {
    const { code, field, message = '' } = error instanceof ApiError ? error : {}
    if (code === 'username_taken') return refuseName(message)
    if (field === 'spotify_profile_url') return refuseLink()
    const description = errorMessage(error, 'An error occurred while updating your settings')
    if (field === 'username') form.setError('username', { message }, { shouldFocus: true })
    else {
      const saved = isNameSaved ? ' Your username was saved, your profile URL was not.' : ''
      form.setError('root', { message: `Failed to update settings. ${description}${saved}` })
    }
    void toast('Failed to update settings', { description, kind: 'error' })
  }

  function refuseName(reason: string) {
    form.setError('username', { message: reason }, { shouldFocus: true })
    void toast('Username unavailable', { description: reason, kind: 'error' })
  }

  function refuseLink() {
    form.setError('spotify_profile_url', { message: invalidLink })
    void toast('Invalid Spotify URL', { description: invalidLink, kind: 'error' })
  }

  return (
    <form method="post" onSubmit={save} noValidate className="grid grid-cols-1 gap-5">
      <TextField
        {...form.register('username')}
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message ?? availability.refusal}
        hint={`This username would be part of your public ${brand} URL: /${username}`}
        status={statusWords[availability.is]}
      />
      <TextField
        {...form.register('spotify_profile_url')}
        label="Spotify profile URL"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://open.spotify.com/user/…"
        error={errors.spotify_profile_url?.message}
        hint="A link on your public page. Leave it empty to show none."
      />
      <ErrorMessage>{errors.root?.message}</ErrorMessage>
      <Button type="submit" pending={isSubmitting} className="max-sm:w-full sm:justify-self-start">
        Save Changes
      </Button>
    </form>
  )
}

const statusWords: Record<Availability, string> = {
  unasked: '',
  checking: 'Checking…',
  available: 'This username is available. Links to your old one will lead to it.',
  taken: '',
  error: 'Error checking username availability',
}
