import { useQueryClient } from '@tanstack/react-query'
import { Check, Link, Search } from 'lucide'
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useSite } from '../../../../site/site.tsx'
import { howToPasteLink } from '../../../../spotify/page-links.shared.ts'
import { trackTitle } from '../../../../spotify/track-title.shared.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextArea } from '../../../../ui/forms/field.tsx'
import { isComposing } from '../../../../ui/forms/is-composing.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { FormDialog } from '../../../../ui/overlays/form-dialog.tsx'
import { SevenCovers } from '../../seven-covers.tsx'
import { type NewTrack, type Row, rankRange } from '../local-edits.ts'
import { FoundTracks, focusTrack } from './found-tracks.tsx'
import { PastedTracks } from './pasted-tracks.tsx'
import { type LeftOut, listToFill, type PastePlan, partsLeftOut, planPaste } from './plan-paste.ts'
import { settlePreviews, usePaste } from './previews.ts'

type AddTrackDialogProps = {
  rows: Row[]
  replacedRow: Row | undefined
  pastedText: string
  onClose: () => void
  /** `leftOut` has the parts of the paste that are not among the tracks. The dialog asks for more until it is closed. */
  onTracks: (tracks: NewTrack[], leftOut: LeftOut[]) => void
}

/** Asks for links to tracks, one or as many as the list has room for, or for words to search. */
export function AddTrackDialog({
  rows,
  replacedRow,
  pastedText,
  onClose,
  onTracks,
}: AddTrackDialogProps) {
  const { brand, searchesTracks } = useSite()
  const client = useQueryClient()
  const [text, setText] = useState(pastedText)
  const [blurred, setBlurred] = useState(false)
  const [submitting, setSubmitting] = useState(false)
  const [added, setAdded] = useState<ReactNode>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const found = useRef<HTMLUListElement>(null)

  const list = listToFill(rows, replacedRow)
  const { items, isSearch, previewOf, plan } = usePaste(text, list)

  const links = items.filter(({ kind }) => kind !== 'unusable').length
  const isMany = links > 1
  // Enter adds what was pasted; after that the field takes the next.
  useEffect(() => {
    const submitButton = form.current?.closest('dialog')?.querySelector('[type=submit]')
    if (submitButton instanceof HTMLElement && isMany) submitButton.focus()
    else field.current?.focus()
  }, [isMany])

  const only = items.length === 1 ? items[0] : undefined
  const isUnusable = only?.kind === 'unusable'
  // A pasted link is complete; a short text is probably still being typed.
  const invalid = isUnusable && !isSearch && (blurred || text.length > 12)
  // `plan` leaves out a track that the list has, also while a full link is looked up. Alone it may be submitted all the same, so
  // that the list shows where it is.
  const mayBeDuplicate =
    only?.kind === 'track'
      ? previewOf(only).state !== 'refused'
      : only !== undefined && previewOf(only).state === 'found'
  const canSubmit = plan.tracks.length > 0 || plan.isLooking || mayBeDuplicate

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSearch) return focusTrack(found.current)
    if (!canSubmit || submitting) return
    setSubmitting(true)
    const settled = await settlePreviews(client, items)
    // The dialog was closed meanwhile.
    if (!form.current) return
    setSubmitting(false)
    const { tracks, leftOut } = planPaste(items, settled, list)
    const last = only && settled(only)
    if (tracks.length > 0) add(tracks, leftOut)
    else if (last?.state === 'found') add([last.track], [])
  }

  function add(tracks: NewTrack[], leftOut: LeftOut[]) {
    onTracks(tracks, leftOut)
    setAdded(addedText(tracks, rows.length + 1, leftOut))
    setText('')
    setBlurred(false)
    field.current?.focus()
  }

  return (
    <FormDialog
      onClose={onClose}
      title={replacedRow ? 'Swap track' : `Add Track to ${brand}`}
      description={
        replacedRow ? (
          <>
            The new track takes number {replacedRow.rank}, the place of{' '}
            <bdi translate="no">{trackTitle(replacedRow)}</bdi>.
          </>
        ) : null
      }
      submitLabel={
        replacedRow
          ? 'Swap track'
          : plan.tracks.length > 1
            ? `Add ${plan.tracks.length} tracks`
            : 'Add track'
      }
      closeLabel={added ? 'Done' : undefined}
      isSubmitting={submitting}
      canSubmit={canSubmit}
      onSubmit={event => void submit(event)}
      formRef={form}
      fromTop
    >
      <SevenCovers tracks={rows} layout="strip" hasPlaces openPlace={replacedRow?.rank} />
      {isMany ? (
        <PastedLinks count={links} onClear={() => setText('')} />
      ) : (
        <div className="relative">
          <Icon
            icon={searchesTracks ? Search : Link}
            size={22}
            className="pointer-events-none absolute top-4 left-4 text-muted"
          />
          <TextArea
            ref={field}
            label={searchesTracks ? 'Track, artist or Spotify link' : 'Spotify track link'}
            hideLabel
            name="link"
            inputMode={searchesTracks ? 'text' : 'url'}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            rows={1}
            className="[&_textarea]:field-sizing-content [&_textarea]:max-h-28 [&_textarea]:min-h-14 [&_textarea]:resize-none [&_textarea]:py-3.5 [&_textarea]:pl-12 [&_textarea]:text-lg [&_textarea]:font-medium [&_textarea]:placeholder:font-normal"
            placeholder={
              searchesTracks ? 'A song or an artist, or links' : 'Paste a link from Spotify'
            }
            value={text}
            readOnly={submitting}
            onChange={event => setText(event.target.value)}
            onBlur={() => setBlurred(true)}
            onKeyDown={event => {
              submitOnEnter(event)
              if (isSearch && event.key === 'ArrowDown') focusTrack(found.current)
            }}
            hint={
              text === '' && !added && !searchesTracks ? (
                <>
                  {howToPasteLink}
                  {list.room > 1 && ` Up to ${list.room} links go at once.`}
                </>
              ) : undefined
            }
            error={
              invalid ? 'Invalid Spotify URL. Please enter a valid Spotify track URL' : undefined
            }
          />
        </div>
      )}
      <p aria-live="polite" className="-mt-2 text-sm text-muted empty:hidden">
        {text.trim() === '' ? <Added text={added} /> : (!isUnusable || invalid) && statusOf(plan)}
      </p>
      {isSearch && <FoundTracks words={text} ref={found} onAdd={track => add([track], [])} />}
      {(!isUnusable || invalid) && plan.rows.length > 0 && (
        <PastedTracks rows={plan.rows} firstRank={replacedRow?.rank ?? rows.length + 1} />
      )}
    </FormDialog>
  )
}

type PastedLinksProps = { count: number; onClear: () => void }

/** Stands in for the field, where the URLs would be all that is to be seen. */
const PastedLinks = ({ count, onClear }: PastedLinksProps) => (
  <p className="flex min-h-14 items-center justify-between gap-3 rounded-control border border-line-strong pr-1.5 pl-4 text-lg font-medium">
    {count} links pasted
    <Button variant="quiet" size="sm" onClick={onClear}>
      Clear
    </Button>
  </p>
)

/** Each line is a link, so a new line is only made with Shift. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

function Added({ text }: { text: ReactNode }) {
  return (
    text && (
      <span className="flex items-start gap-1.5 font-medium text-good">
        <Icon icon={Check} size={16} className="mt-0.5 shrink-0" />
        {text}
      </span>
    )
  )
}

function addedText(tracks: NewTrack[], firstRank: number, leftOut: LeftOut[]): ReactNode {
  const [first] = tracks
  return (
    // One element, so that its texts wrap as one beside the icon.
    <span>
      {tracks.length === 1 && first ? (
        <>
          Added as number {firstRank}: <bdi translate="no">{trackTitle(first)}</bdi>.
        </>
      ) : (
        `Added as numbers ${rankRange(firstRank, tracks.length)}.`
      )}
      {leftOut.length > 0 && ` ${partsLeftOut(leftOut)}.`}
    </span>
  )
}

function statusOf({ tracks, isLooking, leftOut }: PastePlan): ReactNode {
  if (isLooking) return 'Looking it up…'
  const rest = partsLeftOut(leftOut)
  const [first] = tracks
  if (!first) return leftOut.length > 1 ? `${rest}.` : ''
  return (
    <>
      {tracks.length === 1 ? <TrackAndArtist {...first} /> : `${tracks.length} tracks`}
      {tracks.length === 1 ? ' is ready' : ' are ready'}
      {leftOut.length > 0 && `, ${rest}`}.
    </>
  )
}

const TrackAndArtist = (track: NewTrack) => (
  <>
    <bdi translate="no">{trackTitle(track)}</bdi>
    {track.artist && (
      <>
        {' by '}
        <bdi translate="no">{track.artist}</bdi>
      </>
    )}
  </>
)
