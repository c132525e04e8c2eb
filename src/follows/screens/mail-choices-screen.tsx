import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { FailedPage } from '../../site/failed-page.tsx'
import { StepPage, stepButton } from '../../site/step-page.tsx'
import { Button } from '../../ui/button.tsx'
import { query } from '../../ui/data/api.ts'
import { ErrorMessage } from '../../ui/data/error-state.tsx'
import { useCall } from '../../ui/data/use-call.ts'
import { RadioList } from '../../ui/forms/radio-list.tsx'
import { TextLink } from '../../ui/routing/link.tsx'
import { useUrl } from '../../ui/routing/router.tsx'
import type { MailChoices } from '../mail-choices/mail-choices.schemas.ts'
import {
  browserTimeZone,
  FrequencyList,
  savedFrequencyText,
} from './mail-frequency/frequency-list.tsx'

const choicesQuery = (token: string) => query('GET /api/mail-choices', { query: { token } })

export const queries = (_: unknown, search: URLSearchParams) => [
  choicesQuery(search.get('token') || '-'),
]

export function Screen() {
  const token = useUrl().searchParams.get('token') || '-'
  const result = useQuery(choicesQuery(token))
  const { data } = result
  if (result.isPending) return null
  if (!data)
    return (
      <FailedPage title="Mail choices" errorTitle="This link could not be checked" query={result} />
    )
  if (data.problem !== null)
    return (
      <StepPage state="failed" heading="This link does not work" documentTitle="Mail choices">
        <p className="text-lg text-muted">{data.problem}</p>
      </StepPage>
    )
  return (
    <StepPage heading="Mail when you like" documentTitle="Mail choices">
      <ChoicesForm token={token} choices={data} />
      <div className="mt-3 grid gap-1 border-t border-line pt-5">
        <p className="text-muted">No more mail at all, or no more of {`@${data.username}`}?</p>
        <p>
          <TextLink
            href={`${paths.unsubscribe}?${new URLSearchParams({ token: data.unsubscribeToken })}`}
          >
            Unsubscribe
          </TextLink>
        </p>
      </div>
    </StepPage>
  )
}

function ChoicesForm({ token, choices }: { token: string; choices: MailChoices }) {
  const client = useQueryClient()
  const wasSaved = useUrl().searchParams.has('saved')
  const { username, isFollowing, mail } = choices
  const save = useCall('POST /api/mail-choices', {
    onSuccess: saved =>
      client.setQueryData(choicesQuery(token).queryKey, { problem: null, ...saved }),
  })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (save.isPending) return
    const form = new FormData(event.currentTarget)
    save.mutate({
      body: {
        token,
        ...(form.has('mail') && { mail: form.get('mail') === 'on' }),
        frequency: form.get('frequency') === 'weekly' ? 'weekly' : 'single',
        timeZone: browserTimeZone(),
      },
    })
  }
  return (
    <form
      method="post"
      action={paths.mailChoices}
      onSubmit={submit}
      onChange={save.reset}
      className="grid gap-6"
    >
      <input type="hidden" name="token" value={token} />
      {isFollowing ? (
        <RadioList
          legend={`Drops of @${username}`}
          name="mail"
          defaultValue={mail ? 'on' : 'off'}
          options={[
            { value: 'on', label: 'By mail' },
            { value: 'off', label: 'No mail', hint: `You keep following @${username}.` },
          ]}
        />
      ) : (
        <p className="text-lg text-muted">
          You do not follow <TextLink href={paths.profile(username)}>{`@${username}`}</TextLink> any
          more, so no mail comes about their drops.
        </p>
      )}
      <FrequencyList choice={choices} />
      <Button type="submit" size="lg" pending={save.isPending} className={stepButton}>
        Save
      </Button>
      <p role="status" className="font-medium text-good empty:hidden">
        {(save.isSuccess || (wasSaved && save.isIdle)) && savedText(choices)}
      </p>
      <ErrorMessage>{save.error?.message}</ErrorMessage>
    </form>
  )
}

function savedText({ username, isFollowing, mail, frequency }: MailChoices) {
  if (isFollowing && !mail) return `Saved. You follow @${username} without mail.`
  return savedFrequencyText(frequency)
}
